#!/bin/sh
# tattle-run: runs a job and reports it to Tattle, on machines without Node.js. POSIX sh and curl; what `tattle run` does, in short.
#   tattle-run [--snitch TOKEN-OR-URL | --slug NAME] [--schedule S] [--timezone Z] [--grace T] [--env NAME] [--timeout T] [--lock]
#              [--no-output] [--redact REGEX] [--url URL] [--key-file FILE] -- COMMAND [ARG…]
#   tattle-run --flush     delivers the reports that wait, as the next run does, too
# Settings: TATTLE_URL, TATTLE_KEY, TATTLE_STATE_DIR. Whatever fails here is one line on standard error, and the job runs.
set -u
t_reason='it could not be stored' t_url=${TATTLE_URL-} t_key=${TATTLE_KEY-} t_snitch='' t_slug='' t_schedule='' t_timezone='' t_grace='' t_env='' t_limit='' t_lock='' t_output=1 t_pattern='' t_said='' t_flush='' t_first='' t_wait=5 t_done=''

say() { [ -n "$t_said" ] || printf 'tattle-run: %s\n' "$1" >&2; t_said=1; }
usage() { printf 'tattle-run: %s\n' "$1" >&2; exit 2; }
seconds() {
  t_n=${1%[smhd]}
  case $t_n in '' | *[!0-9]*) usage "$1 is no time: write one such as 90s or 30m" ;; esac
  case $1 in *m) t_n=$((t_n * 60)) ;; *h) t_n=$((t_n * 3600)) ;; *d) t_n=$((t_n * 86400)) ;; esac
}
while [ $# -gt 0 ]; do
  case $1 in
    --lock) t_lock=1 ;; --no-output) t_output='' ;; --flush) t_flush=1 ;; --) shift; break ;;
    --snitch | --slug | --schedule | --timezone | --grace | --env | --timeout | --redact | --url | --key-file)
      [ $# -gt 1 ] || usage "$1 needs a value"
      case $1 in
        --snitch) t_snitch=$2 ;; --slug) t_slug=$2 ;; --schedule) t_schedule=$2 ;; --timezone) t_timezone=$2 ;; --env) t_env=$2 ;;
        --grace) seconds "$2"; t_grace=$t_n ;; --timeout) seconds "$2"; t_limit=$t_n ;; --redact) t_pattern="$t_pattern|($2)" ;; --url) t_url=$2 ;;
        --key-file) t_key=$(cat "$2") || say "the key could not be read" ;;
      esac
      shift ;;
    -*) usage "there is no option $1" ;;
    *) break ;;
  esac
  shift
done
[ $# -gt 0 ] || [ -n "$t_flush" ] || usage "name a command after --"

if [ -n "${TATTLE_STATE_DIR-}" ]; then t_state=$TATTLE_STATE_DIR
elif [ -w /var/lib ]; then t_state=/var/lib/tattle
else t_state=${XDG_STATE_HOME:-${HOME-/tmp}/.local/state}/tattle; fi
t_spool=$t_state/spool-run
[ -d "$t_spool" ] || (umask 077; mkdir -p "$t_spool" 2>/dev/null)
[ -w "$t_spool" ] || { t_spool=$(mktemp -d) && trap 'rmdir "$t_spool" 2>/dev/null' EXIT; }

clock() { t_up=0; [ ! -r /proc/uptime ] || read -r t_up t_rest </proc/uptime; t_up=${t_up%.*}${t_up#*.}; }
t_boot=none; [ ! -r /proc/sys/kernel/random/boot_id ] || read -r t_boot </proc/sys/kernel/random/boot_id
member() { sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p"; }
quoted() { printf '"%s":"%s",' "$1" "$(printf %s "$2" | sed 's/[\\"]/\\&/g')"; }

# Asks a server, with the address and the key on standard input, where `ps` does not show them.
ask() { printf 'url = "%s"\nuser = "%s:"\n' "$t_url/$t_path" "$t_key" | curl -sS -m 5 -K - "$@" 2>/dev/null; }
# The check-in URL of the snitch: given, or kept, or asked for. Empty if it is not known now.
find_target() {
  t_target=''
  case $t_snitch in *://*) t_target=$t_snitch; return ;; esac
  [ -n "$t_url" ] || { t_reason="no address is set: set TATTLE_URL"; return; }
  if [ -n "$t_snitch" ]; then t_path=.well-known/tattle t_body='' t_id=$t_url; else
    t_body="{$(quoted name "$t_slug")${t_schedule:+$(quoted schedule "$t_schedule")}${t_timezone:+$(quoted timezone "$t_timezone")}${t_grace:+\"grace\":$t_grace,}"
    t_body=${t_body%,}'}'
    t_path=v1/snitches/slugs/$(printf %s "$t_slug" | tr 'A-Z ' 'a-z-') t_id=$t_url$t_path$t_body
  fi
  t_kept=$t_state/kept-$(printf %s "$t_id" | cksum | tr -dc 0-9)
  [ -s "$t_kept" ] || {
    if [ -n "$t_snitch" ]; then ask; else ask -X PUT -H 'Content-Type: application/json' --data-binary "$t_body"; fi |
      member check_in_url >"$t_kept.$$" && mv "$t_kept.$$" "$t_kept"
  } 2>/dev/null
  [ ! -s "$t_kept" ] || read -r t_target <"$t_kept"
  t_reason="$t_url does not say where check-ins go"
  [ -z "$t_target" ] || [ -z "$t_snitch" ] || t_target=$t_target/$t_snitch
}

# deliver FILE: sends a report. 0: it is delivered or refused for good, and gone. Its file has one line: URL, boot, uptime, clock, end.
# In place of the URL, @ and a token, or @: and a slug, if that was not known yet.
deliver() {
  { read -r t_to t_query t_was t_then t_wall t_end <"$1" && [ "$t_end" = end ]; } 2>/dev/null || return 1
  case $t_to in @*) t_signal=${t_to##*/}; t_to=${t_to%/*}; t_to=${t_to#@}
    case $t_to in :*) t_slug=${t_to#:} t_snitch='' ;; *) t_snitch=$t_to ;; esac
    find_target
    [ -n "$t_target" ] || return 1
    t_to=$t_target/$t_signal ;;
  esac
  clock
  t_age=$((t_up - t_then))
  if [ "$t_was" != "$t_boot" ]; then t_age=$((($(date +%s) - t_wall) * 100)); [ "$t_age" -gt "$t_up" ] || t_age=$t_up; fi
  # A start always has an age, and is a tenth older: it may come after the finish of a short job. Sent again, any report has one, so that it is recorded once.
  case $1 in *-start) t_age=$((t_age + 10)) t_first='' ;; esac
  [ -n "$t_first" ] && [ "$t_age" -lt 100 ] || { [ "$t_age" -gt 0 ] || t_age=1; t_query="$t_query&age=$((t_age / 100)).$((t_age / 10 % 10))$((t_age % 10))"; }
  [ -f "$1.out" ] || true >"$1.out"
  t_code=$(printf 'url = "%s"\n' "$t_to?$t_query" | curl -sS -m "$t_wait" -o /dev/null -D "$1.head" -w '%{http_code}' \
    -H 'Content-Type: text/plain' --data-binary "@$1.out" -K - 2>/dev/null) || t_code=000
  t_reason="the server answered $t_code"; [ "$t_code" != 000 ] || t_reason="it cannot be reached"
  case $t_code in
    202) ;;
    408 | 425 | 429 | [!4]*) return 1 ;;
    # Only Tattle sends this header: a proxy may answer anything.
    *) grep -qi '^x-ratelimit-limit:' "$1.head" || return 1; say "could not report: $t_reason" ;;
  esac
  rm -f "$1" "$1.out" "$1.head"
}

# report SIGNAL QUERY [FILE WITH OUTPUT] [UPTIME]: stored before it is sent.
report() {
  clock; t_now=$(date +%s) t_file=$t_spool/$t_now-${4:-$t_up}-$$-$t_rid-$1 t_first=1
  [ -z "${3-}" ] || mv "$3" "$t_file.out" 2>/dev/null
  find_target
  { printf '%s %s %s %s %s end\n' "${t_target:-@${t_snitch:-:$t_slug}}/$1" "$2" "$t_boot" "${4:-$t_up}" "$t_now" >"$t_file"; } 2>/dev/null || say "could not write into $t_spool"
  bound "$t_spool"/*.out
  deliver "$t_file" || { say "could not report yet: $t_reason"; return 1; }
}

# The spool has at most 1,000 outputs of 100 kB: the oldest goes first, and then the report that has none.
bound() {
  [ $# -gt 1000 ] && rm -f "$1" && say "the spool $t_spool is full: its oldest output was removed"
}

# What earlier runs have left, oldest first, until one cannot be delivered, and the start of this one. What other runs still send is theirs.
backlog() {
  t_first='' t_own=''; [ ! -r /proc/$$/comm ] || read -r t_own </proc/$$/comm
  for t_waiting in "$t_spool"/*-*-*-*; do
    case $t_waiting in *.out | *.head | *'*'*) continue ;; esac
    clock; t_owner=${t_waiting##*/} t_name=none; t_owner=${t_owner#*-*-}; t_owner=${t_owner%%-*}
    { [ "$t_owner" = $$ ] || read -r t_name </proc/"$t_owner"/comm; } 2>/dev/null && [ "$t_name" = "$t_own" ] && continue
    [ -n "$t_flush" ] || [ $((t_up - t_ended)) -lt 100 ] || break
    deliver "$t_waiting" || break
  done
}

t_rid=$$; [ ! -r /proc/sys/kernel/random/uuid ] || read -r t_rid </proc/sys/kernel/random/uuid
if [ -n "$t_flush" ]; then backlog; exit 0; fi
[ -n "$t_snitch$t_slug" ] || { t_slug=${1##*/}; t_slug=${t_slug%.*}; }
t_host=''; [ ! -r /proc/sys/kernel/hostname ] || read -r t_host </proc/sys/kernel/hostname; t_facts="rid=$t_rid&host=$t_host"
[ -z "$t_env" ] || t_facts="$t_facts&env=$(printf %s "$t_env" | od -An -v -tx1 | tr -d '\n' | tr ' ' %)"

if [ -n "$t_lock" ]; then
  t_lock=$t_state/lock-$(printf %s "$t_snitch$t_slug" | cksum | tr -dc 0-9)
  if ! mkdir "$t_lock" 2>/dev/null; then
    t_holder=''; [ ! -r "$t_lock/pid" ] || read -r t_holder <"$t_lock/pid"
    if [ -n "$t_holder" ] && kill -0 "$t_holder" 2>/dev/null; then
      umask 077; report log "$t_facts&m=Skipped%3A+the+last+run+still+goes+on."
      say "skipped, because the last run still goes on (process $t_holder)"; exit 0
    fi
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
clock; t_began=$t_up; case $t_out:$t_err in
  :) eval "$t_default \"\$@\" <&$t_in $t_in<&- $t_end<&- &" ;;
  *:same) eval "$t_default \"\$@\" <&$t_in $t_in<&- $t_end<&- >\"\$t_out\" 2>&1 &" ;;
  *) eval "$t_default \"\$@\" <&$t_in $t_in<&- $t_end<&- ${t_out:+>\"\$t_out\"} ${t_err:+2>\"\$t_err\"} &" ;;
esac
t_job=$!; eval "exec $t_in<&-"
for t_name in TERM INT HUP QUIT USR1 USR2; do trap "kill -s $t_name $t_job 2>/dev/null; t_again=1" "$t_name"; done
{ umask 077; t_wait=3; report start "$t_facts" '' "$t_began"; } >/dev/null 2>&1 </dev/null &
t_start=$! t_timer='' t_status=''
[ -z "$t_lock" ] || printf '%s\n' "$t_job" >"$t_lock/pid"
if [ -n "$t_limit" ]; then
  ( trap 'kill $t_nap; exit' TERM
    for t_send in TERM KILL; do
      sleep "$t_limit" & t_nap=$!
      wait $t_nap; true >"$t_pipes.late"; kill -s $t_send $t_job; t_limit=10
    done ) </dev/null >/dev/null 2>&1 & t_timer=$!
fi
# A signal interrupts the wait. Once the status has been read, it is not there a second time.
t_again=1
while [ -n "$t_again" ]; do
  t_again=''; { wait $t_job; } 2>/dev/null; t_code=$?
  [ -n "$t_status" ] && [ $t_code = 127 ] || t_status=$t_code
done
clock; umask 077; t_ended=$t_up t_d=$((t_up - t_began))
[ -z "$t_timer" ] || kill $t_timer 2>/dev/null
if [ -n "$t_out$t_err" ]; then
  # Whoever still holds the pipes goes on printing through `tee`; nobody waits longer than a second for it.
  { sleep 1; wake; } </dev/null >/dev/null 2>&1 &
  eval "until read -r t_rest <&$t_end; do :; done"
  kill $! 2>/dev/null
fi
[ ! -f "$t_pipes.late" ] || { t_status=124 t_facts="$t_facts&m=Ended+by+--timeout."; }
[ -z "$t_lock" ] || rm -rf "$t_lock"
t_secret='((passw(or)?d|passphrase|secret|token|credential|(api|access|private)[_-]?key)[A-Za-z0-9_.-]*["'"'"']?[[:space:]]*[:=][[:space:]]*|(Bearer|Basic) |:\/\/[^[:space:]:@\/]*:)[^][:space:]"'"'"',;&@[]+'
[ -z "$t_pattern" ] || t_pattern="s$(printf '\001')${t_pattern#|}$(printf '\001')[redacted]$(printf '\001')g"
[ ! -s "$t_pipes.o" ] || sed -E -e "s/$t_secret/\\1[redacted]/gI" ${t_pattern:+-e "$t_pattern"} "$t_pipes.o" >"$t_pipes.r" 2>/dev/null
report "$t_status" "$t_facts&d=$((t_d / 100)).$((t_d / 10 % 10))$((t_d % 10))" "$([ ! -s "$t_pipes.r" ] || echo "$t_pipes.r")" && t_done=1
wait $t_start 2>/dev/null; [ -z "$t_done" ] || backlog
rm -f "$t_pipes".?*; exit "$t_status"
