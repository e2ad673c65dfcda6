import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the arguments, goes through the files in one JVM, prints a line for each file and judge. */
public final class Judge {
  private static final String HELP = """
      judge.sh [options] FILE…        `-` instead of files: paths from standard input, a line each, answered as they come

      A line for each file and judge: PASS|FAIL, file, judge, ids of the broken rules with their counts.
      The file's kind and its declared rules (BT-24) choose the judges:
        CrossIndustryInvoice, Invoice, CreditNote    en16931, and xrechnung or peppol where BT-24 names them
        PDF                                          pdfa (3b), pdfua (1); with an invoice attached also
                                                     facturx-pdf (container, XMP), facturx and en16931 on the invoice
      --as a,b      these judges instead: en16931 xrechnung peppol facturx | pdfa pdfua pdfa3u pdfa3a pdfua2 facturx-pdf
      --verbose     each finding with its place and text, warnings too
      --warnings    ids of warnings too (they never fail a file)
      --json        a JSON object a file: {file, pass, verdicts: [{judge, version, pass, errors: [{id, place, text}], warnings}]}
      --versions    the rule sets and their artefacts
      Exit code: 0 all pass, 1 some file fails, 2 wrong use or a file that cannot be read.
      """;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final Set<String> wanted = new LinkedHashSet<>();
  private boolean isVerbose;
  private boolean showsWarnings;
  private boolean isJson;
  private XmlRules xml;
  private PdfRules pdf;

  public static void main(String[] args) throws Exception {
    System.exit(new Judge().run(args));
  }

  private XmlRules xml() {
    if (xml == null) xml = new XmlRules();
    return xml;
  }

  private PdfRules pdf() {
    if (pdf == null) pdf = new PdfRules();
    return pdf;
  }

  private int run(String[] args) throws Exception {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--help", "-h" -> {
          out.print(HELP);
          return 0;
        }
        case "--versions" -> {
          versions();
          return 0;
        }
        case "--as" -> wanted.addAll(Arrays.asList(args[++i].split(",")));
        case "--verbose", "-v" -> isVerbose = showsWarnings = true;
        case "--warnings" -> showsWarnings = true;
        case "--json" -> isJson = true;
        default -> files.add(args[i]);
      }
    }
    if (files.isEmpty()) {
      System.err.print(HELP);
      return 2;
    }
    int code = 0;
    if (files.equals(List.of("-"))) {
      var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine())
        if (!line.isBlank()) code = Math.max(code, file(line.trim()));
      return code;
    }
    for (String file : files) code = Math.max(code, file(file));
    return code;
  }

  private int file(String file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      System.err.println(file + ": " + e);
      return 2;
    }
    List<Verdict> verdicts = PdfRules.isPdf(bytes) ? ofPdf(bytes) : xml().judge(bytes, wanted, false);
    print(file, verdicts);
    return verdicts.stream().allMatch(Verdict::passes) ? 0 : 1;
  }

  private List<Verdict> ofPdf(byte[] bytes) {
    List<Verdict> verdicts = new ArrayList<>();
    Set<String> ofXml = new LinkedHashSet<>(wanted);
    ofXml.removeIf(judge -> PdfRules.knows(judge) || judge.equals("facturx-pdf"));
    for (String judge : wanted.isEmpty() ? List.of("pdfa", "pdfua") : wanted)
      if (PdfRules.knows(judge)) verdicts.add(pdf().judge(judge, bytes));
    boolean asksForInvoice = wanted.contains("facturx-pdf") || !ofXml.isEmpty();
    if (!wanted.isEmpty() && !asksForInvoice) return verdicts;
    List<Finding> findings = new ArrayList<>();
    PdfRules.Attached attached = pdf().attached(bytes, findings);
    if (attached == null) {
      if (asksForInvoice || !findings.isEmpty()) {
        if (findings.isEmpty()) findings.add(new Finding("FX-NONE", true, "", "no invoice is attached"));
        verdicts.add(new Verdict("facturx-pdf", "1.08", findings));
      }
      return verdicts;
    }
    if (wanted.isEmpty() || wanted.contains("facturx-pdf")) verdicts.add(new Verdict("facturx-pdf", "1.08", findings));
    if (wanted.isEmpty() || !ofXml.isEmpty()) verdicts.addAll(xml().judge(attached.bytes(), ofXml, true));
    return verdicts;
  }

  private void print(String file, List<Verdict> verdicts) {
    if (isJson) {
      out.println(json(file, verdicts));
      return;
    }
    for (Verdict verdict : verdicts) {
      out.println((verdict.passes() ? "PASS\t" : "FAIL\t") + file + "\t" + verdict.judge() + "\t" + ids(verdict));
      if (!isVerbose) continue;
      out.println("\t" + verdict.version());
      for (Finding finding : verdict.findings())
        out.println("\t" + (finding.isError() ? "error   " : "warning ") + finding.id() + "\t" + finding.place() + "\n\t\t" + finding.text());
    }
  }

  private String ids(Verdict verdict) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Finding finding : verdict.findings())
      if (finding.isError()) counts.merge(finding.id(), 1, Integer::sum);
    if (showsWarnings)
      for (Finding finding : verdict.findings()) if (!finding.isError()) counts.merge("(" + finding.id() + ")", 1, Integer::sum);
    List<String> parts = new ArrayList<>();
    counts.forEach((id, count) -> parts.add(count == 1 ? id : id + "×" + count));
    return String.join(" ", parts);
  }

  private void versions() {
    for (String[] one : new String[][] {
        {"en16931", "CII"}, {"en16931", "INVOICE"}, {"en16931", "CREDIT_NOTE"}, {"xrechnung", "CII"}, {"xrechnung", "INVOICE"},
        {"xrechnung", "CREDIT_NOTE"}, {"peppol", "INVOICE"}, {"peppol", "CREDIT_NOTE"}, {"facturx", "CII"}}) {
      out.println(one[0] + " " + one[1] + "\t" + xml().coordinateOf(one[0], one[1]).getAsSingleID());
      for (String artefact : xml().artefactsOf(one[0], one[1])) out.println("\t" + artefact);
    }
    out.println("pdfa, pdfua\tveraPDF 1.30.2 (org.verapdf:validation-model), ISO 19005-3 level B, ISO 14289-1");
    out.println("facturx-pdf\tFactur-X 1.08 / ZUGFeRD 2.4, section 6, written here (PDFBox 3.0.8)");
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') json.append('\\').append(c);
      else if (c < 0x20) json.append(String.format("\\u%04x", (int) c));
      else json.append(c);
    }
    return json.append('"').toString();
  }

  private static String findings(Verdict verdict, boolean errors) {
    List<String> parts = new ArrayList<>();
    for (Finding finding : verdict.findings())
      if (finding.isError() == errors)
        parts.add("{\"id\":" + quoted(finding.id()) + ",\"place\":" + quoted(finding.place()) + ",\"text\":" + quoted(finding.text()) + "}");
    return "[" + String.join(",", parts) + "]";
  }

  private static String json(String file, List<Verdict> verdicts) {
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : verdicts)
      parts.add("{\"judge\":" + quoted(verdict.judge()) + ",\"version\":" + quoted(verdict.version()) + ",\"pass\":" + verdict.passes()
          + ",\"errors\":" + findings(verdict, true) + ",\"warnings\":" + findings(verdict, false) + "}");
    return "{\"file\":" + quoted(file) + ",\"pass\":" + verdicts.stream().allMatch(Verdict::passes)
        + ",\"verdicts\":[" + String.join(",", parts) + "]}";
  }
}
