#!/bin/sh
# Installs `tattle`, the program that runs jobs and reports them to Tattle, or a newer version of it:
#
#   curl --proto '=http,https' -fsS https://tattle.example/cli/install.sh | sh
#   curl --proto '=http,https' -fsS https://tattle.example/cli/install.sh | sh -s -- --to /opt/bin
#
# It says what it does, writes one file, and asks for no rights that it does not have. With Node.js 20 or newer it installs all of
# tattle; without, `tattle-run`, a shell script that runs and reports jobs with curl, or with --executable all of tattle with a
# Node.js of its own (100 MB), if this Tattle has it for this machine.
#
# It runs while it arrives, so all of it is in functions, and the last line alone does something: of a part of it, nothing is run.
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

platform() {
  case $(uname -s) in Linux) printf linux- ;; Darwin) printf darwin- ;; *) printf 'other-' ;; esac
  case $(uname -m) in x86_64 | amd64) echo x64 ;; aarch64 | arm64) echo arm64 ;; *) uname -m ;; esac
}

fetch() {
  if command -v curl >/dev/null; then curl --proto =http,https --proto-redir =http,https -fsS -m 60 "$1"; elif command -v wget >/dev/null; then wget -qO- -T 60 "$1"; else
    node -e 'fetch(process.argv[1]).then(async (a) => { if (!a.ok) throw new Error("status " + a.status); process.stdout.write(Buffer.from(await a.arrayBuffer())); }).catch((e) => { console.error(e.message); process.exit(1); })' "$1"
  fi
}

hash_of() {
  if command -v sha256sum >/dev/null; then sha256sum <"$1"; elif command -v shasum >/dev/null; then shasum -a 256 <"$1"; else openssl dgst -sha256 -r <"$1"; fi | cut -d ' ' -f 1
}

unpacked() { if [ -n "$executable" ]; then gunzip -c; else cat; fi; }

main() {
  url=https://tattle.example
  folder=
  dry_run=
  executable=

  while [ $# -gt 0 ]; do
    case $1 in
      --to) [ $# -gt 1 ] || fail "--to needs a folder"; folder=$2; shift ;;
      --dry-run) dry_run=1 ;;
      --executable) executable=1 ;;
      *) fail "there is no option $1. Options: --to FOLDER, --dry-run, --executable" ;;
    esac
    shift
  done

  if [ -z "$folder" ]; then
    if [ -w /usr/local/bin ]; then folder=/usr/local/bin; else folder=${HOME:?HOME is not set: name a folder with --to}/.local/bin; fi
  fi

  major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
  if [ -n "$executable" ]; then
    source=tattle-$(platform).gz name=tattle
  elif [ "$major" -ge 20 ] 2>/dev/null; then
    source=tattle.mjs name=tattle
  else
    command -v curl >/dev/null || fail "it needs Node.js 20 or newer, or curl: install one of them, or run it again with --executable"
    source=tattle-run.sh name=tattle-run
  fi

  echo "Will download $url/cli/$source, check it, and write it to $folder/$name."
  [ -z "$dry_run" ] || exit 0

  mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ] ||
    fail "you cannot write into $folder. Choose another folder with --to, or run this as a user who can"

  draft=$folder/.$name.$$
  trap 'rm -f "$draft" "$draft.x"' EXIT
  trap 'exit 1' HUP INT TERM

  expected=$(fetch "$url/cli/$source.sha256" | head -c 64) && [ -n "$expected" ] ||
    fail "$url cannot be reached${executable:+, or has no $source}. Nothing was changed"
  if [ -f "$folder/$name" ] && [ -z "$executable" ] && [ "$(hash_of "$folder/$name")" = "$expected" ]; then
    echo "$folder/$name is up to date."
    exit 0
  fi
  fetch "$url/cli/$source" >"$draft" || fail "$url/cli/$source could not be downloaded. Nothing was changed"
  [ "$(hash_of "$draft")" = "$expected" ] || fail "what was downloaded is not what $url announced. Nothing was changed"
  unpacked <"$draft" >"$draft.x"
  chmod 755 "$draft.x"
  [ -z "$executable" ] || "$draft.x" --version >/dev/null || fail "it does not run on this machine. Nothing was changed"
  mv "$draft.x" "$folder/$name"

  echo "Installed $folder/$name."
  case :$PATH: in
    *:"$folder":*) ;;
    *) echo "$folder is not in your PATH: write $folder/$name in crontabs." ;;
  esac
  if [ "$name" = tattle ]; then
    echo "Next: $name login $url"
    echo "Reports that cannot be delivered are retried with the next run. To retry every minute: sudo $name discover --apply"
  else
    echo "Next, in a crontab: 0 3 * * * $folder/$name --snitch CHECK-IN-URL -- COMMAND"
    echo "Reports that cannot be delivered are retried with the next run, or with: $name --flush"
  fi
}

{ main "$@"; exit; }
