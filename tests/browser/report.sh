#!/usr/bin/env bash
# Looks at a report in headless Chromium, on a phone and on a desk, in light and in dark: no error on the console, nothing wider than
# the window, every figure drawn. Screenshots go to the second argument's folder.
#   tests/browser/report.sh report.html screenshots
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
report=$(realpath "$1")
shots=${2:-}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ]; then
  echo "skipped: no Chromium on this machine (Debian: apt-get install chromium)"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0

# A page that shows another in a frame of the width of the phone: windows of the browser itself are not as narrow.
framed() {
  echo "<!DOCTYPE html><meta charset=utf-8><meta name=color-scheme content='light dark'><title></title>"
  echo "<script>addEventListener('message', event => { document.title = event.data; });</script>"
  echo "<body style='margin:0'><iframe src='$1' style='border:0;width:${width}px;height:$2px'></iframe>"
}

for width in 360 1280; do
  for scheme in light dark; do
    blink=preferredColorScheme=$([ "$scheme" = dark ] && echo 0 || echo 1)
    # Errors are counted from the first script on.
    {
      echo "<script>window.faults = []; addEventListener('error', event => faults.push(event.message));"
      echo "console.error = console.warn = (...words) => faults.push(words.join(' '));</script>"
      cat "$report"
      echo "<script>"
      sed "s/EXPECTED_WIDTH/$width/" "$here/probe.js"
      echo "</script>"
    } >"$folder/page.html"
    framed page.html 900 >"$folder/probe.html"
    flags=(--headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" --blink-settings="$blink"
      --virtual-time-budget=8000 --enable-logging=stderr)
    "$browser" "${flags[@]}" --window-size="$width,900" --dump-dom "file://$folder/probe.html" >"$folder/dom" 2>"$folder/log"
    found=$(sed -n 's:.*<title>\(probe.*\)</title>.*:\1:p' "$folder/dom")
    said=$(grep 'CONSOLE' "$folder/log" || true)
    echo "$width $scheme: ${found:-the probe did not run} $said"
    if [[ "$found" != "probe: $scheme, $width wide,"*"; 0 faults"* || -n "$said" ]]; then
      status=1
    fi
    if [ -n "$shots" ]; then
      mkdir -p "$shots"
      cp "$report" "$folder/report.html"
      framed report.html "${HEIGHT:-4000}" >"$folder/shot.html"
      "$browser" "${flags[@]}" --window-size="$width,${HEIGHT:-4000}" --screenshot="$shots/$width-$scheme.png" \
        "file://$folder/shot.html" 2>/dev/null
    fi
  done
done
exit $status
