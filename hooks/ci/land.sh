#!/bin/sh
# Memory follows pull requests: for a CI job, or for anybody with a fresh clone.
#
#   land.sh open   <base> <head>          prints what <head> has learnt since it left <base>, as Markdown
#   land.sh merged <base> <head> [<ref>]  lands the memory of <head> in that of <base> and shares it
#
# <base> and <head> are branch names. <ref> is where the remote keeps the commits of <head> after the branch was deleted, such as
# refs/pull/7/head. Needs git, git-ralph on the PATH and a clone with its whole history (fetch-depth: 0).
# REMOTE chooses another remote than origin. Runs nothing that the pull request brings along.
set -eu

usage() {
  echo 'usage: land.sh open|merged <base> <head> [<ref>]' >&2
  exit 2
}

# A branch name is data: it must not become an option.
check() {
  case $1 in '' | -*) usage ;; esac
  git check-ref-format "refs/heads/$1" || usage
}

[ $# -ge 3 ] || usage
what=$1 base=$2 head=$3 ref=${4-}
remote=${REMOTE:-origin}
check "$base"
check "$head"

# The commits of a branch, as far as the remote still has it.
fetch_code() {
  git fetch --quiet --no-tags "$remote" "+$1:refs/remotes/$remote/$2" 2>/dev/null || :
}

open() {
  git ralph pull "$remote" >&2
  git ralph diff "$remote/$base...$remote/$head" --format markdown
}

merged() {
  fetch_code "refs/heads/$base" "$base"
  fetch_code "refs/heads/$head" "$head"
  [ -z "$ref" ] || fetch_code "$ref" "$head"
  git config "branch.$head.ralphBase" "$base"
  git ralph pull "$remote"
  if ! git ralph land "$head" --dry-run --format json | grep -q '"no-line"'; then
    # That it was merged is the forge's word. Where we cannot see it ourselves, as after an edited squash, that word counts.
    git ralph land "$head" || git ralph land "$head" --anyway
    git ralph sync "$remote"
  else
    echo "$head has no memory of its own: nothing to land"
  fi
}

case $what in
  open) open ;;
  merged) merged ;;
  *) usage ;;
esac
