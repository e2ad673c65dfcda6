/** One broken rule: its official id, its gravity, its place and its text. */
record Finding(String id, boolean isError, String place, String text) {}
