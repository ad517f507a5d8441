#!/bin/bash
# Frames a second of `tonemap convert` and of FFmpeg's usual chain, on one clip, by turns, on one thread and on two.
#
#   Benchmarks/peers/ffmpeg_chain.sh [CLIP.yuv [PAIRS]]
#
# CLIP.yuv holds raw yuv420p10le frames of 3840x2160, PQ, BT.2020, narrow range. Without one, the forest of Examples/clips
# is scaled to that size, 30 frames of it, in memory. Each pair runs ours, then theirs; the medians of PAIRS (5) are
# printed: by the clock, and by processor time (user + system), which says more where the machine has other work.
# Start-up is part of both. Needs ffmpeg with zscale, taskset, and zstd for the forest.
set -euo pipefail
cd "$(dirname "$0")/../.."
clip=${1:-} pairs=${2:-5}

swift build -c release --product tonemap >&2
tonemap=$(swift build -c release --show-bin-path)/tonemap
folder=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/chain.XXXXXX")
trap 'rm -rf "$folder"' EXIT

if [ -z "$clip" ]; then
  clip=$folder/forest.yuv
  zstd -qdo "$folder/small.yuv" Examples/clips/s02_*.yuv.zst
  ffmpeg -v error -f rawvideo -pixel_format yuv420p10le -video_size 1024x512 -stream_loop 29 -i "$folder/small.yuv" \
    -vf scale=3840:2160:flags=lanczos -f rawvideo "$clip"
fi
frame=$((3840 * 2160 * 3))
frames=$(($(stat -c %s "$clip") / frame))

chain='zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p'

ours() { # threads
  "$tonemap" convert "$clip" /dev/null --format raw --size 3840x2160 --pixel-format yuv420p10le \
    --primaries bt2020 --transfer pq --matrix bt2020nc --range tv --threads "$1" --progress none 2>/dev/null
}

theirs() { # threads
  ffmpeg -v error -nostdin -y -threads "$1" -filter_threads "$1" \
    -f rawvideo -pixel_format yuv420p10le -video_size 3840x2160 \
    -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv -i "$clip" \
    -vf "$chain" -threads "$1" -f rawvideo /dev/null
}

# The clock's seconds and the processor's, of one run held to as many cores as it has threads.
measured() { # who threads
  local TIMEFORMAT='%R %U %S' cores=0
  [ "$2" = 1 ] || cores=0-$(($2 - 1))
  { time (taskset -cp "$cores" $BASHPID >/dev/null; "$1" "$2") >/dev/null; } 2>&1
}

median() { sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int((NR + 2) / 2)]) / 2 }'; }

printf '%s\n%s, %d frames, %d pairs, load %s before\n' \
  "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores" \
  "$(ffmpeg -version | sed -n '1s/ Copyright.*//p')" "$frames" "$pairs" "$(cut -d' ' -f1-3 /proc/loadavg)"
printf '%-28s %12s %12s %18s\n' '' 'frames/s' 'ms a frame' 'processor ms'
for threads in 1 2; do
  : >"$folder/ours"; : >"$folder/theirs"
  ours "$threads"; theirs "$threads"  # unmeasured, so that both begin warm
  for _ in $(seq "$pairs"); do
    for who in ours theirs; do measured "$who" "$threads" >>"$folder/$who"; done
  done
  for who in theirs ours; do
    clock=$(cut -d' ' -f1 "$folder/$who" | median)
    busy=$(awk '{ print $2 + $3 }' "$folder/$who" | median)
    awk -v name="$who, $threads thread$([ "$threads" = 1 ] || echo s)" -v n="$frames" -v c="$clock" -v b="$busy" \
      'BEGIN { printf "%-28s %12.1f %12.1f %18.1f\n", name, n / c, 1000 * c / n, 1000 * b / n }'
  done
done
printf 'load %s after\n' "$(cut -d' ' -f1-3 /proc/loadavg)"
