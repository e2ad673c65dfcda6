/**
 * Names as they stand on invoices around the world: what a document draws has to read like them.
 */

export type Reader = "pdfjs" | "pdfium" | "poppler"

const all: ReadonlyArray<Reader> = ["pdfjs", "pdfium", "poppler"]
/**
 * Readers order left-to-right parts of right-to-left text differently; pdf.js returns them in file
 * order.
 */
const mixed: ReadonlyArray<Reader> = ["pdfjs"]
/** Marks at the left end of right-to-left words are moved by the others. */
const pointed: ReadonlyArray<Reader> = ["pdfium"]
/** PDFium knows no characters beyond the first 65 536. */
const astral: ReadonlyArray<Reader> = ["pdfjs", "poppler"]

const table: ReadonlyArray<
  readonly [script: string, name: string, readers?: ReadonlyArray<Reader>]
> = [
  ["Latin", "Zoë Müller-Łódź & Søn, Škoda Ðuro"],
  ["Latin", "Office flour, fine waffles"],
  ["Vietnamese", "Nguyễn Thị Hương"],
  ["Vietnamese", "Đặng Trần Ngọc Ẩn, Công ty Cổ phần Sữa Việt Nam"],
  ["Greek", "Αλέξανδρος Παπαδόπουλος"],
  ["Cyrillic", "Дмитрий Щербаков, ТОВ «Їжак»"],
  ["Armenian", "Արամ Խաչատրյան"],
  ["Georgian", "შოთა რუსთაველი"],
  ["Devanagari", "श्रीमती क्षमा शर्मा"],
  ["Devanagari", "हिन्दी विद्यार्थी कार्यालय"],
  ["Devanagari", "नेपाल राष्ट्र बैंक, काठमाडौँ"],
  ["Bengali", "শ্রী রবীন্দ্রনাথ ঠাকুর"],
  ["Bengali", "কোম্পানি লিমিটেড, ঢাকা"],
  ["Tamil", "சுப்பிரமணிய பாரதியார்"],
  ["Tamil", "கோயம்புத்தூர் நிறுவனம்"],
  ["Telugu", "శ్రీకృష్ణదేవరాయలు"],
  ["Gujarati", "મોહનદાસ કરમચંદ ગાંધી"],
  ["Gurmukhi", "ਗੁਰੂ ਨਾਨਕ ਸਿੰਘ"],
  ["Kannada", "ಕುವೆಂಪು ರಾಷ್ಟ್ರಕವಿ"],
  ["Malayalam", "തുഞ്ചത്ത് എഴുത്തച്ഛൻ"],
  ["Sinhala", "ශ්‍රී ලංකා බැංකුව"],
  ["Oriya", "ଓଡ଼ିଶା ରାଜ୍ୟ ବ୍ୟାଙ୍କ"],
  ["Thai", "บริษัท ไทยน้ำทิพย์ จำกัด"],
  ["Thai", "สมชาย ผู้ยิ่งใหญ่"],
  ["Lao", "ທະນາຄານ ແຫ່ງ ລາວ"],
  ["Khmer", "ព្រះបាទ នរោត្តម សីហនុ"],
  ["Khmer", "ធនាគារជាតិនៃកម្ពុជា"],
  ["Myanmar", "မြန်မာ့ စီးပွားရေး ဘဏ်"],
  ["Ethiopic", "ኃይለ ሥላሴ ኩባንያ"],
  ["Thaana", "ދިވެހިރާއްޖޭގެ ބޭންކް", pointed],
  ["Hebrew", "שלום עליכם בע״מ"],
  ["Hebrew", "בְּרֵאשִׁית בָּרָא", pointed],
  ["Hebrew", "חברת אבג (2026) בע״מ", mixed],
  ["Arabic", "شركة الأمل للتجارة"],
  ["Arabic", "عبد الله بن عبد الرحمٰن"],
  ["Arabic", "مُحَمَّد بْن عَبْدِ اللّٰه", pointed],
  ["Arabic", "فاتورة رقم ٢٠٢٦ لعام", mixed],
  ["Arabic", "فاتورة رقم 2026 (نسخة)", mixed],
  ["Persian", "شرکت می‌خواهم ۱۴۰۵", mixed],
  ["Urdu", "پاکستان ٹیلی ویژن کارپوریشن"],
  ["Urdu", "ہمارے دفتر کے ساتھ"],
  ["Mixed", "Acme (שלום) GmbH 42", mixed],
  ["Mixed", "Rechnung رقم ٤٢ für علي", mixed],
  ["Emoji", "Party 🎉 Ltd", astral]
]

export const names = table.map(([script, name, readers = all]) => ({
  script,
  name,
  readers,
  isMixed: readers === mixed
}))
