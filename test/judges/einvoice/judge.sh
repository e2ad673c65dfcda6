#!/usr/bin/env bash
# Validates XML invoices and PDFs by the official rules and prints a verdict a file and rule set; see `judge.sh --help`.
# The first run fetches the jars by mvn (46 MB) and compiles src/; later runs need no network.
# Exit code 3: nothing could be judged, because Java, Maven or the network is missing.
set -euo pipefail
command -v java >/dev/null || { echo "judge.sh requires Java 17 or later" >&2; exit 3; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${JUDGES_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/retainer-judges}
mkdir -p "$cache"

# once NAME FUNCTION: prepares a folder of the cache. The lock is for two first runs at once.
once() {
  [ ! -e "$cache/$1/ready" ] || return 0
  command -v mvn >/dev/null && command -v javac >/dev/null || { echo "judge.sh requires mvn and a JDK of 17 or later" >&2; exit 3; }
  (
    flock 9
    if [ ! -e "$cache/$1/ready" ]; then
      rm -rf "${cache:?}/$1"
      mkdir -p "$cache/$1/jars" "$cache/$1/classes"
      "$2" "$cache/$1" && touch "$cache/$1/ready"
    fi
  ) 9>"$cache/lock" || { echo "judge.sh: could not prepare $1; nothing was judged" >&2; exit 3; }
}
say() { echo "judge.sh: fetching $1 once …" >&2; }
jars() {
  say "the judges"
  mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$1/jars" >&2
}
classes() { javac -nowarn -proc:none -d "$1/classes" -cp "$cache/$pom/jars/*" "$here"/src/*.java; }
sum() { cat "$@" | sha256sum | cut -c1-12; }

java=(java -Xss4m "-Xmx${JUDGES_HEAP:-1g}" -XX:+UseSerialGC -Djava.awt.headless=true -Dfile.encoding=UTF-8)
pom=jars-$(sum "$here/pom.xml")
once "$pom" jars
name=classes-$(sum "$here/pom.xml" "$here"/src/*.java)
once "$name" classes
exec "${java[@]}" -cp "$cache/$name/classes:$cache/$pom/jars/*" Judge "$@"
