import com.helger.diver.api.coord.DVRCoordinate;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.result.ValidationResult;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.peppol.PeppolValidation;
import com.helger.phive.peppol.PeppolValidation2026_05;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import com.helger.phive.xrechnung.XRechnungValidation;
import com.helger.phive.zugferd.ZugferdValidation;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Schemas and schematrons of invoices, as phive-rules ships them. */
final class XmlRules {
  static final String XRECHNUNG = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
  static final String PEPPOL = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";

  private static final Pattern ID = Pattern.compile("\\[\\s*([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)\\s*\\]");

  private final ValidationExecutorSetRegistry<IValidationSourceXML> registry = new ValidationExecutorSetRegistry<>();

  XmlRules() {
    EN16931Validation.initEN16931(registry);
    PeppolValidation.initStandard(registry);
    XRechnungValidation.initXRechnung(registry);
    ZugferdValidation.initZugferd(registry);
  }

  private enum Root { CII, INVOICE, CREDIT_NOTE }

  private static Root rootOf(Document document) {
    Element root = document.getDocumentElement();
    String name = "{" + root.getNamespaceURI() + "}" + root.getLocalName();
    return switch (name) {
      case "{urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100}CrossIndustryInvoice" -> Root.CII;
      case "{urn:oasis:names:specification:ubl:schema:xsd:Invoice-2}Invoice" -> Root.INVOICE;
      case "{urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2}CreditNote" -> Root.CREDIT_NOTE;
      default -> throw new IllegalArgumentException("no invoice: its root is " + name);
    };
  }

  /** BT-24: the rules that the document declares. */
  static String specificationOf(Document document) {
    for (String[] name : new String[][] {{"GuidelineSpecifiedDocumentContextParameter", "ID"}, {null, "CustomizationID"}}) {
      var found = document.getElementsByTagNameNS("*", name[1]);
      for (int i = 0; i < found.getLength(); i++) {
        Element element = (Element) found.item(i);
        if (name[0] == null || name[0].equals(element.getParentNode().getLocalName())) return element.getTextContent().trim();
      }
    }
    return "";
  }

  static Document parse(byte[] bytes) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    var builder = factory.newDocumentBuilder();
    builder.setErrorHandler(null);
    return builder.parse(new ByteArrayInputStream(bytes));
  }

  private static final Map<String, String[]> FACTURX = Map.of(
      "minimum", new String[] {"urn:factur-x.eu:1p0:minimum"},
      "basicwl", new String[] {"urn:factur-x.eu:1p0:basicwl"},
      "basic", new String[] {"urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic"},
      "extended", new String[] {"urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended"});

  static String facturxProfile(String specification) {
    for (var entry : FACTURX.entrySet()) if (entry.getValue()[0].equals(specification)) return entry.getKey();
    return specification.equals(XRECHNUNG) ? "xrechnung" : "en16931";
  }

  /** The judges of a document by its kind and its declared rules; `facturx` only if it is attached to a PDF. */
  private static Set<String> askedFor(Root root, String specification, boolean isEmbedded) {
    Set<String> judges = new LinkedHashSet<>();
    String profile = facturxProfile(specification);
    if (!profile.equals("minimum") && !profile.equals("basicwl")) judges.add("en16931");
    if (specification.contains("xrechnung")) judges.add("xrechnung");
    if (specification.contains("poacc:billing")) judges.add("peppol");
    if (isEmbedded && !specification.contains("xrechnung")) judges.add("facturx");
    return judges;
  }

  private static DVRCoordinate rulesOf(String judge, Root root, String specification) {
    String wrong = "the judge " + judge + " does not know " + root;
    return switch (judge) {
      case "en16931" -> switch (root) {
        case CII -> EN16931Validation.VID_CII_1316;
        case INVOICE -> EN16931Validation.VID_UBL_INVOICE_1316;
        case CREDIT_NOTE -> EN16931Validation.VID_UBL_CREDIT_NOTE_1316;
      };
      case "xrechnung" -> switch (root) {
        case CII -> XRechnungValidation.VID_XRECHNUNG_CII_302;
        case INVOICE -> XRechnungValidation.VID_XRECHNUNG_UBL_INVOICE_302;
        case CREDIT_NOTE -> XRechnungValidation.VID_XRECHNUNG_UBL_CREDITNOTE_302;
      };
      case "peppol" -> switch (root) {
        case CII -> throw new IllegalArgumentException(wrong);
        case INVOICE -> PeppolValidation2026_05.VID_OPENPEPPOL_INVOICE_UBL_V3;
        case CREDIT_NOTE -> PeppolValidation2026_05.VID_OPENPEPPOL_CREDIT_NOTE_UBL_V3;
      };
      case "facturx" -> {
        if (root != Root.CII) throw new IllegalArgumentException(wrong);
        yield switch (facturxProfile(specification)) {
          case "minimum" -> ZugferdValidation.VID_ZUGFERD_2_4_MINIMUM;
          case "basicwl" -> ZugferdValidation.VID_ZUGFERD_2_4_BASIC_WL;
          case "basic" -> ZugferdValidation.VID_ZUGFERD_2_4_BASIC;
          case "extended" -> ZugferdValidation.VID_ZUGFERD_2_4_EXTENDED;
          default -> ZugferdValidation.VID_ZUGFERD_2_4_EN16931;
        };
      }
      default -> throw new IllegalArgumentException("no judge is called " + judge);
    };
  }

  /** The artefacts of a judge, in their order. */
  List<String> artefactsOf(String judge, String root) {
    var set = registry.getOfID(rulesOf(judge, Root.valueOf(root), ""));
    List<String> names = new ArrayList<>();
    for (var executor : set.executors()) names.add(executor.getValidationArtefact().getRuleResourcePath());
    return names;
  }

  DVRCoordinate coordinateOf(String judge, String root) {
    return rulesOf(judge, Root.valueOf(root), "");
  }

  List<Verdict> judge(byte[] bytes, Set<String> wanted, boolean isEmbedded) {
    List<Verdict> verdicts = new ArrayList<>();
    Document document;
    Root root;
    try {
      document = parse(bytes);
      root = rootOf(document);
    } catch (Exception e) {
      return List.of(new Verdict("xml", "", List.of(new Finding("NO-INVOICE", true, "", String.valueOf(e.getMessage())))));
    }
    String specification = specificationOf(document);
    for (String judge : wanted.isEmpty() ? askedFor(root, specification, isEmbedded) : wanted) {
      DVRCoordinate rules;
      try {
        rules = rulesOf(judge, root, specification);
      } catch (IllegalArgumentException e) {
        verdicts.add(new Verdict(judge, "", List.of(new Finding("WRONG-JUDGE", true, "", e.getMessage()))));
        continue;
      }
      verdicts.add(new Verdict(judge, rules.getAsSingleID(), findings(document, rules)));
    }
    return verdicts;
  }

  private List<Finding> findings(Document document, DVRCoordinate rules) {
    var set = registry.getOfID(rules);
    if (set == null) throw new IllegalStateException(rules + " is not registered");
    var results = ValidationExecutionManager.executeValidation(
        IValidityDeterminator.createDefault(), set, ValidationSourceXML.create(null, document), Locale.ENGLISH);
    Map<String, Finding> found = new LinkedHashMap<>();
    for (ValidationResult result : results) {
      String artefact = result.getValidationArtefact().getRuleResourcePath();
      boolean isSchema = artefact.endsWith(".xsd") || result.getValidationArtefact().getValidationType().getID().contains("xsd");
      for (var error : result.getErrorList()) {
        String text = String.valueOf(error.getErrorText(Locale.ENGLISH)).replaceAll("\\s+", " ").trim();
        if (error.hasLinkedException()) text += " " + error.getLinkedExceptionMessage();
        boolean isError = error.getErrorLevel().isGE(com.helger.diagnostics.error.level.EErrorLevel.ERROR);
        if (!isError && error.getErrorLevel().isLT(com.helger.diagnostics.error.level.EErrorLevel.WARN)) continue;
        String place = error.getErrorFieldName() != null ? error.getErrorFieldName()
            : error.hasErrorLocation() ? error.getErrorLocation().getAsString() : "";
        String id = error.getErrorID();
        Matcher matcher = ID.matcher(text);
        if (isSchema) id = "XSD" + (id == null ? "" : ":" + id);
        // Factur-X numbers its rules anew; the names of EN 16931 and its own stand in the texts.
        else if (id != null && id.startsWith("FX-SCH") && matcher.find()) id = matcher.group(1);
        else if (id == null || id.isEmpty()) id = matcher.find() ? matcher.group(1) : "NO-ID";
        found.putIfAbsent(id + "\0" + place + "\0" + isError, new Finding(id, isError, place, text));
      }
    }
    return new ArrayList<>(found.values());
  }
}
