#!/bin/sh
# Builds the image from the Dockerfile and tries it as an operator runs it. Needs root, and of Debian: podman, buildah, crun, debootstrap.
# No registry of images is asked: the bases come from Debian's and npm's packages. Everything is made in one folder and removed with it;
# CONTAINERS=folder keeps it, so that the next run need not make the bases again.
set -eu
cd "$(dirname "$0")/../.."
here=e2e/container

# Where control groups are of the first kind, crun refuses to start: let it see those of the second alone.
if [ ! -e /sys/fs/cgroup/cgroup.controllers ] && [ -z "${OWN_MOUNTS-}" ]; then
  exec env OWN_MOUNTS=1 unshare --mount sh -c 'umount -l /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup && exec "$0"' "$PWD/$here/run.sh"
fi

folder=${CONTAINERS-$(mktemp -d)}
mkdir -p "$folder"
remove() {
  podman rm --all --force >/dev/null 2>&1 || true
  podman volume rm --all --force >/dev/null 2>&1 || true
  if [ -z "${CONTAINERS-}" ]; then
    podman rmi --all --force >/dev/null 2>&1 || true
    umount "$folder"/storage/overlay 2>/dev/null || true
    rm -rf --one-file-system "$folder"
  fi
}
trap remove EXIT INT TERM
cat >"$folder/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$folder/storage"
runroot = "$folder/run"
END
cat >"$folder/containers.conf" <<END
[containers]
cgroups = "disabled"
netns = "host"
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "crun"
END
export CONTAINERS_STORAGE_CONF="$folder/storage.conf" CONTAINERS_CONF="$folder/containers.conf"

if ! podman image exists localhost/debian; then
  debootstrap --variant=minbase trixie "$folder/debian" "${DEBIAN_MIRROR-http://deb.debian.org/debian}" >"$folder/debootstrap.log"
  # What the official slim image leaves out as well.
  (cd "$folder/debian" && rm -rf var/cache/apt/* var/lib/apt/lists/* usr/share/doc/* usr/share/man/* usr/share/locale/* usr/share/info/*)
  tar --create --one-file-system --directory "$folder/debian" . | podman import --quiet - localhost/debian
  rm -rf --one-file-system "$folder/debian"
fi
if ! podman image exists localhost/node; then
  mkdir -p "$folder/node"
  cp "$(command -v node)" /etc/ssl/certs/ca-certificates.crt "$here/node.Dockerfile" "$folder/node/"
  cp -R "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$folder/node/npm"
  podman build --quiet --isolation chroot --tag localhost/node --file "$folder/node/node.Dockerfile" "$folder/node"
  rm -rf "$folder/node"
fi
podman build --isolation chroot --format docker --tag localhost/tidings \
  --build-arg NODE=localhost/node --build-arg DEBIAN=localhost/debian .
podman image inspect --format '{{.Size}} bytes' localhost/tidings
node --test "$here"/*.test.ts
