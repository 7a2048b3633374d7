#!/bin/sh
# tattle-run: runs a job and reports it to Tattle, on machines without Node.js. POSIX sh and curl; what `tattle run` does, in short.
#   tattle-run [--snitch TOKEN-OR-URL | --slug NAME] [--schedule S] [--timezone Z] [--grace T] [--env NAME] [--timeout T] [--lock]
#              [--file PATH] [--no-output] [--redact REGEX] [--url URL] [--key-file FILE] -- COMMAND [ARG…]
#   tattle-run --flush     delivers the reports that wait, as the next run does, too
# Settings: TATTLE_URL, TATTLE_KEY, TATTLE_STATE_DIR. Whatever fails here is one line on standard error, and the job runs.
set -u
t_reason='' t_url=${TATTLE_URL-} t_key=${TATTLE_KEY-} t_snitch='' t_what='' t_slug='' t_schedule='' t_timezone='' t_grace='' t_env='' t_limit='' t_lock='' t_output=1 t_pattern='' t_said='' t_flush='' t_first='' t_wait=5 t_done='' t_measured='' t_numbers='' t_http='--proto =http,https --proto-redir =http,https'

say() { [ -n "$t_said" ] || printf 'tattle-run: %s\n' "$1" >&2; t_said=1; }
usage() { printf 'tattle-run: %s\n' "$1" >&2; exit 2; }
seconds() {
  t_n=${1%[smhd]}; case $t_n in '' | *[!0-9]*) usage "$1 isn't a valid duration: use one such as 90s or 30m" ;; esac
  case $1 in *m) t_n=$((t_n * 60)) ;; *h) t_n=$((t_n * 3600)) ;; *d) t_n=$((t_n * 86400)) ;; esac
}
while [ $# -gt 0 ]; do
  case $1 in
    --lock) t_lock=1 ;; --no-output) t_output='' ;; --flush) t_flush=1 ;; --) shift; break ;;
    --snitch | --slug | --schedule | --timezone | --grace | --env | --timeout | --file | --redact | --url | --key-file)
      [ $# -gt 1 ] || usage "$1 needs a value"
      case $1 in
        --file) t_measured=$2 ;; --grace) seconds "$2"; t_grace=$t_n ;; --timeout) seconds "$2"; t_limit=$t_n ;; --redact) t_pattern="$t_pattern|($2)" ;;
        --key-file) t_key=$(cat "$2") || say "the key could not be read" ;; *) eval "t_${1#--}=\$2" ;;
      esac; shift ;;
    -*) usage "there is no option $1" ;; *) break ;;
  esac; shift
done
[ $# -gt 0 ] || [ -n "$t_flush" ] || usage "name a command after --"

# Whether only root and we decide what is at a path: what exists of it is ours, or root's and no folder of everybody's without a sticky bit.
is_ours() {
  case $1 in /*) t_at=$1 t_me=0; set -- ;; *) return 1 ;; esac
  while [ -n "$t_at" ]; do
    if [ -L "$t_at" ]; then t_me=$(id -u); set -- "$t_at" "$@"; elif [ -e "$t_at" ] && { [ -O / ] || [ ! -O "$t_at" ]; }; then set -- "$t_at" "$@"; fi; t_at=${t_at%/*}
  done
  [ $# = 0 ] || [ -z "$(find "$@" -prune \( ! -user 0 ! -user "$t_me" -o ! -type l -perm -2 ! -perm -1000 \) 2>&1)" ]
}
# Takes a folder for what waits, if it and its spool are ours and no links, or can be made.
use_state() {
  t_state=$1 t_spool=$1/spool-run
  is_ours "$t_spool" && { [ -d "$t_spool" ] || { (umask 077; mkdir -p "$t_spool") 2>/dev/null && is_ours "$t_spool"; }; } &&
    [ -O "$t_state" ] && [ ! -L "$t_state" ] && [ -O "$t_spool" ] && [ ! -L "$t_spool" ] && [ -w "$t_spool" ]
}
if [ -n "${TATTLE_STATE_DIR-}" ]; then case $TATTLE_STATE_DIR in /*) use_state "$TATTLE_STATE_DIR" ;; *) use_state "$PWD/$TATTLE_STATE_DIR" ;; esac
elif [ -w /var/lib ]; then use_state /var/lib/tattle || use_state /var/lib/tattle-jobs
else use_state "${XDG_STATE_HOME:-${HOME-}/.local/state}/tattle" || {
  t_n=$(id -un 2>/dev/null); case $t_n in '' | *[!A-Za-z0-9._-]*) false ;; *) eval "use_state ~$t_n/.local/state/tattle" ;; esac; }
fi && t_waits=1 || {
  # A folder for this run only. Without any, the run is reported without its output.
  t_state=/dev/null t_spool=/dev/null t_waits=''
  is_ours "${TMPDIR:-/tmp}" && t_n=$(mktemp -d 2>/dev/null) && { t_state=$t_n t_spool=$t_n; trap 'rm -rf "$t_spool"' EXIT; }
}
# curl reads settings from these folders: from our own only.
t_q=''; for t_n in "${CURL_HOME-}" "${XDG_CONFIG_HOME-}" "${HOME-}"; do [ -z "$t_n" ] || { [ -O "$t_n" ] && [ ! -L "$t_n" ]; } || t_q=-q; done

# measure FILE: the size and age of a file, or of the newest that a pattern with * and ? matches, and how many there are. None is opened. What
# counts as missing: a folder behind a link that others may have made, anything but a file, and a link out of its folder.
measure() (
  stat -c %s / >/dev/null 2>&1 || { say "this stat cannot measure a file"; exit; }
  case $1 in /*) t_n=$1 ;; *) t_n=$PWD/$1 ;; esac
  t_name=${t_n##*/} t_dir=${t_n%/*}; t_dir=${t_dir:-/}
  # We look from where we are, and know it: nobody can replace a part of the path any more.
  cd -P "$t_dir" 2>/dev/null && { [ "$(pwd -P)" = "$t_dir" ] || is_ours "$t_dir"; } || t_name=''
  if [ -L "./$t_name" ]; then t_n=$(readlink "./$t_name"); t_name=${t_n#"$t_dir"/}; case $t_name in */*) t_name='' ;; esac; fi
  case $t_name in
    '') ;;
    # Of a name with a newline, only the beginning is looked up, in this folder.
    *[*?]*) find . ! -name . -prune ! -name '.*' -name "$t_name" -type f | grep '^\./' | head -n 10000 | tr '\n' '\0' | xargs -0 stat -c '%s %Y' ;;
    *) LC_ALL=C stat -c '%s %Y %F' "./$t_name" | sed -n 's/ regular.*file$//p' ;;
  esac 2>/dev/null | awk -v now="$(date +%s)" '!count++ || $2 > time { bytes = $1; time = $2 }
    END { printf "&metric.file_count=%d&metric.file_bytes=%.0f", count, bytes; if (count) printf "&metric.file_age_seconds=%d", (now > time ? now - time : 0) }'
)

clock() { t_up=0; [ ! -r /proc/uptime ] || read -r t_up t_rest </proc/uptime; t_up=${t_up%.*}${t_up#*.}; }
t_boot=none; [ ! -r /proc/sys/kernel/random/boot_id ] || read -r t_boot </proc/sys/kernel/random/boot_id
quoted() { printf '"%s":"%s",' "$1" "$(printf %s "$2" | sed 's/[\\"]/\\&/g')"; }
# What a server is asked about the snitch: a path, and the token or what makes the snitch.
describe() {
  t_path=.well-known/tattle t_what=$t_snitch; [ -z "$t_snitch" ] || return 0
  t_what="{$(quoted name "$t_slug")${t_schedule:+$(quoted schedule "$t_schedule")}${t_timezone:+$(quoted timezone "$t_timezone")}${t_grace:+\"grace\":$t_grace,}"
  t_what=${t_what%,}'}' t_path=v1/snitches/slugs/$(printf %s "$t_slug" | tr 'A-Z ' 'a-z-')
}
# The check-in URL of what was described, as the server said it before or says it now. Fails if it is not known now. The address and the key
# are on standard input, where `ps` does not show them; the key is for its own server only.
find_target() {
  t_target='' t_reason="no address is set: set TATTLE_URL" t_n=$t_server; [ -n "$t_server" ] || return 1
  case $t_what in {*) t_n=$t_server$t_path$t_what; set -- -X PUT -H 'Content-Type: application/json' --data-binary "$t_what" ;; *) set -- ;; esac
  t_answer=$t_state/kept-$(printf %s "$t_n" | cksum | tr -dc 0-9) t_user=''; [ "$t_server" != "$t_url" ] || t_user=$t_key
  [ ! -s "$t_answer" ] || read -r t_target <"$t_answer"; t_reason="$t_server does not say where check-ins go"
  [ -n "$t_target" ] || {
    t_target=$(printf 'url = "%s"\nuser = "%s:"\n' "$t_server/$t_path" "$t_user" | curl $t_q $t_http -fsS -m 5 -K - "$@" | head -c 65536 |
      sed -n 's/.*"check_in_url": *"\([^"]*\)".*/\1/p'); [ -n "$t_target" ] && printf '%s\n' "$t_target" >"$t_answer.$$" && mv "$t_answer.$$" "$t_answer"
  } 2>/dev/null
  case $t_target in *[!!-~]*) return 1 ;; http://* | https://*) ;; *) return 1 ;; esac
  case $t_what in {*) ;; *) t_target=$t_target/$t_what ;; esac
}

# store SIGNAL QUERY [UPTIME]: writes a report down before anything is asked or sent: URL, query, boot, uptime, clock, end. In place of a URL
# that is not given, there is @, and lines with the server and what it is asked follow.
store() {
  clock; t_query=$2 t_was=$t_boot t_then=${3:-$t_up} t_wall=$(date +%s) t_to=@/$1 t_server=$t_url t_stored=$t_waits t_again=''
  t_file=$t_spool/$t_wall-$t_then-$$-$t_rid-$1
  case $t_snitch in *://*) t_to=$t_snitch/$1; set -- ;; *) describe; set -- "$t_server" "$t_path" "$t_what" ;; esac
  { printf '%s\n' "$t_to $t_query $t_was $t_then $t_wall end" "$@" >"$t_file"; } 2>/dev/null || t_stored=''
}
# load FILE: reads a report that waits, if it is ours and whole. Earlier ones have @ and the token in place of the URL, or @: and the slug.
load() {
  t_end='' t_server='' t_path='' t_what='' t_again=''; [ -f "$1" ] && [ ! -L "$1" ] && [ -O "$1" ] || return 1
  { read -r t_to t_query t_was t_then t_wall t_end; read -r t_server; read -r t_path; read -r t_what; } <"$1"
  [ "$t_end" = end ] || return 1
  case $t_to in @/* | [!@]*) return ;; esac
  t_snitch=${t_to#@} t_schedule='' t_timezone='' t_grace='' t_to=@/${t_to##*/}; t_snitch=${t_snitch%/*}
  case $t_snitch in :*) t_slug=${t_snitch#:} t_snitch='' ;; esac; describe
}
# deliver FILE: sends the report that was stored or loaded. 0: it is delivered or refused for good, and gone.
deliver() {
  : "${t_server:=$t_url}"; t_kept=''; case $t_to in @*) find_target || return 1; t_kept=$t_answer t_to=$t_target/${t_to##*/} ;; esac
  clock; t_age=$((t_up - t_then))
  if [ "$t_was" != "$t_boot" ]; then t_age=$((($(date +%s) - t_wall) * 100)); [ "$t_age" -gt "$t_up" ] || t_age=$t_up; fi
  # A start always has an age, and is a tenth older: it may come after the finish of a short job. Sent again, any report has one, so that it is recorded once.
  case $1 in *-start) t_age=$((t_age + 10)) t_first='' ;; esac
  t_sent=$t_query; [ -n "$t_first" ] && [ "$t_age" -lt 100 ] || { [ "$t_age" -gt 0 ] || t_age=1; t_sent="$t_query&age=$((t_age / 100)).$((t_age / 10 % 10))$((t_age % 10))"; }
  t_n=''; [ ! -f "$1.out" ] || [ -L "$1.out" ] || [ ! -O "$1.out" ] || t_n=@$1.out
  t_answer=$(printf 'url = "%s"\n' "$t_to?$t_sent" | curl $t_q $t_http -sS -m "$t_wait" -o /dev/null -D - -w '%{http_code}' \
    -H 'Content-Type: text/plain' --data-binary "$t_n" -K - 2>/dev/null) || t_answer=000
  t_code=${t_answer##*[!0-9]} t_reason="the server cannot be reached"; [ "$t_code" = 000 ] || t_reason="the server responded with $t_code"
  case $t_code in
    202) ;; 408 | 425 | 429 | [!4]*) return 1 ;;
    # Only Tattle sends this header: a proxy may answer anything.
    *) case $t_answer in *[Xx]-[Rr]ate[Ll]imit-[Ll]imit:*)
      # What a slug led to may have been replaced: asked again, once.
      case $t_again$t_kept$t_code$t_what in [!1]*404{*) rm -f "$t_kept"; t_again=1 t_to=@/${t_to##*/} t_first=''; deliver "$1"; return ;; esac
      say "could not report: $t_reason" ;; *) return 1 ;; esac ;;
  esac
  rm -f "$1" "$1.out" "$1.head"
}
# Sends what was just stored. What stays is put on the disk. There is room for 1,000 outputs of 100 kB: then the oldest goes.
send() {
  set -- "$t_spool"/*.out; [ $# -le 1000 ] || { rm -f "$1"; say "the spool $t_spool is full: its oldest output was removed"; }
  t_first=1; deliver "$t_file" && return
  for t_n in "$t_file" "$t_file.out"; do [ -z "$t_stored" ] || [ ! -f "$t_n" ] || dd if=/dev/null of="$t_n" conv=notrunc,fsync 2>/dev/null; done
  if [ -n "$t_stored" ]; then say "could not report yet: $t_reason"; else say "could not report at all: $t_reason"; fi; return 1
}
# What earlier runs have left, oldest first, until one cannot be delivered, and the start of this one. What other runs still send is theirs.
backlog() {
  t_first='' t_own=''; [ ! -r /proc/$$/comm ] || read -r t_own </proc/$$/comm
  for t_waiting in "$t_spool"/*-*-*-*; do
    case ${t_waiting##*-} in start | log | [0-9] | [0-9][0-9] | [0-9][0-9][0-9]) ;; *) continue ;; esac
    clock; t_owner=${t_waiting##*/} t_name=none; t_owner=${t_owner#*-*-}; t_owner=${t_owner%%-*}
    { [ "$t_owner" = $$ ] || read -r t_name </proc/"$t_owner"/comm; } 2>/dev/null && [ "$t_name" = "$t_own" ] && continue
    [ -n "$t_flush" ] || [ $((t_up - t_ended)) -lt 100 ] || break
    load "$t_waiting" || continue; deliver "$t_waiting" || break
  done
}

t_rid=$$; [ ! -r /proc/sys/kernel/random/uuid ] || read -r t_rid </proc/sys/kernel/random/uuid
if [ -n "$t_flush" ]; then backlog; exit 0; fi
[ -n "$t_snitch$t_slug" ] || { t_slug=${1##*/}; t_slug=${t_slug%.*}; }
t_host=''; [ ! -r /proc/sys/kernel/hostname ] || read -r t_host </proc/sys/kernel/hostname; t_facts="rid=$t_rid&host=$t_host"
[ -z "$t_env" ] || t_facts="$t_facts&env=$(printf %s "$t_env" | od -An -v -tx1 | tr -d '\n' | tr ' ' %)"

if [ -n "$t_lock" ]; then
  t_lock=$t_state/lock-$(printf %s "$t_snitch$t_slug" | cksum | tr -dc 0-9)
  t_holder=''; mkdir "$t_lock" 2>/dev/null || [ ! -r "$t_lock/pid" ] || read -r t_holder t_was <"$t_lock/pid"
  if [ -n "$t_holder" ] && [ "$t_was" = "$t_boot" ] && kill -0 "$t_holder" 2>/dev/null; then
    umask 077; store log "$t_facts&m=Skipped%3A+the+previous+run+is+still+running+%28process+$t_holder%29."; send
    say "skipped, because the previous run is still running (process $t_holder)"; exit 0
  fi
fi
# Pipes to `tee`, and from there to `tail`. A terminal stays the job's own; two that are one file are one pipe, so that the order is kept.
t_pipes=$t_spool/.$t_rid t_out='' t_err=''
[ -z "$t_output" ] || [ -t 1 ] || t_out=$t_pipes.1
[ -z "$t_output" ] || [ -t 2 ] || t_err=$t_pipes.2
[ -z "$t_out$t_err" ] || mkfifo -m 600 "$t_pipes.t" "$t_pipes.e" ${t_out:+"$t_out"} ${t_err:+"$t_err"} 2>/dev/null || t_out='' t_err=''
t_in='' t_end=''; for t_n in 9 8 7 6 5 4; do [ -e "/proc/self/fd/$t_n" ] || { [ -n "$t_in" ] || { t_in=$t_n; continue; }; t_end=$t_n; break; }; done
eval "exec $t_in<&0"
# Opened for reading and writing, a pipe waits for nobody.
wake() { [ ! -p "$t_pipes.e" ] || echo 1<>"$t_pipes.e"; }
if [ -n "$t_out$t_err" ]; then
  eval "exec $t_end<>\"\$t_pipes.e\""
  { umask 077; tail -c 100000 <"$t_pipes.t" >"$t_pipes.o"; wake; } 2>/dev/null &
  [ -n "$t_out" ] && [ -n "$t_err" ] && [ /proc/self/fd/1 -ef /proc/self/fd/2 ] && t_err=same
  { [ -z "$t_out" ] || tee /dev/fd/3 <"$t_out" 2>/dev/null &
    case $t_err in '' | same) ;; *) tee /dev/fd/3 <"$t_err" >&2 2>/dev/null & ;; esac; wait; } 3>"$t_pipes.t" &
fi
# A shell lets what it starts in the background ignore SIGINT and SIGQUIT. The `env` of coreutils undoes it.
t_default=''; [ -f "$t_state/env-signals" ] || { env --default-signal=INT,QUIT true 2>/dev/null && true >"$t_state/env-signals"; } 2>/dev/null
[ ! -f "$t_state/env-signals" ] || t_default='env --default-signal=INT,QUIT'
t_streams="${t_out:+>\"\$t_out\"} ${t_err:+2>\"\$t_err\"}"; [ "$t_err" != same ] || t_streams='>"$t_out" 2>&1'
clock; t_began=$t_up; eval "$t_default \"\$@\" <&$t_in $t_in<&- $t_end<&- $t_streams &"
t_job=$!; eval "exec $t_in<&-"
for t_name in TERM INT HUP QUIT USR1 USR2; do trap "kill -s $t_name $t_job 2>/dev/null; t_again=1" "$t_name"; done
{ umask 077; t_wait=3; store start "$t_facts" "$t_began"; send; } >/dev/null 2>&1 </dev/null &
t_start=$! t_timer='' t_status=''
[ -z "$t_lock" ] || { printf '%s %s\n' "$t_job" "$t_boot" >"$t_lock/pid"; } 2>/dev/null
if [ -n "$t_limit" ]; then
  ( trap 'kill $t_nap; exit' TERM; for t_send in TERM KILL; do
      sleep "$t_limit" & t_nap=$!; wait $t_nap; true >"$t_pipes.late"; kill -s $t_send $t_job; t_limit=10
    done ) </dev/null >/dev/null 2>&1 & t_timer=$!
fi
# A signal interrupts the wait. Once the status has been read, it is not there a second time.
t_again=1; while [ -n "$t_again" ]; do
  t_again=''; { wait $t_job; } 2>/dev/null; t_code=$?; [ -n "$t_status" ] && [ $t_code = 127 ] || t_status=$t_code
done
clock; umask 077; t_ended=$t_up t_d=$((t_up - t_began))
[ ! -f "$t_pipes.late" ] || { t_status=124 t_facts="$t_facts&m=Ended+by+--timeout."; }
[ -z "$t_measured" ] || t_numbers=$(measure "$t_measured")
store "$t_status" "$t_facts&d=$((t_d / 100)).$((t_d / 10 % 10))$((t_d % 10))$t_numbers" "$t_ended"
[ -z "$t_timer" ] || kill $t_timer 2>/dev/null
if [ -n "$t_out$t_err" ]; then
  # Whoever still holds the pipes goes on printing through `tee`; nobody waits longer than a second for it.
  { sleep 1; wake; } </dev/null >/dev/null 2>&1 &
  eval "until read -r t_rest <&$t_end; do :; done"; kill $! 2>/dev/null
fi
[ -z "$t_lock" ] || rm -rf "$t_lock"
t_secret='((passw(or)?d|passphrase|secret|token|credential|(api|access|private)[_-]?key)[A-Za-z0-9_.-]*["'"'"']?[[:space:]]*[:=][[:space:]]*|(Bearer|Basic) |:\/\/[^[:space:]:@\/]*:)[^][:space:]"'"'"',;&@[]+'
[ -z "$t_pattern" ] || t_pattern="s$(printf '\001')${t_pattern#|}$(printf '\001')[redacted]$(printf '\001')g"
[ ! -s "$t_pipes.o" ] || sed -E -e "s/$t_secret/\\1[redacted]/gI" ${t_pattern:+-e "$t_pattern"} "$t_pipes.o" >"$t_pipes.r" 2>/dev/null
[ ! -s "$t_pipes.r" ] || mv "$t_pipes.r" "$t_file.out" 2>/dev/null; send && t_done=1
wait $t_start 2>/dev/null; [ -z "$t_done" ] || backlog
rm -f "$t_pipes".?*; exit "$t_status"
