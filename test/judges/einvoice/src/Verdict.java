import java.util.List;

/** The findings of one judge about one file. */
record Verdict(String judge, String version, List<Finding> findings) {
  boolean passes() {
    return findings.stream().noneMatch(Finding::isError);
  }
}
