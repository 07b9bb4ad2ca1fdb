#!/bin/sh
# Process 1 of a machine, in namespaces of its own. It mounts the machine's file system and becomes systemd.
#   boot.sh BARE-ROOT FOLDER HOST-NAME ADDRESS [FOLDER-OF-THIS-COMPUTER PLACE]…
# ADDRESS is such as 10.77.0.11/24, or empty on a machine without a network.
set -eu
bare=$1 folder=$2 name=$3 address=$4
shift 4

mount --make-rprivate /
# Nothing is forced to the disk: this computer's kernel outlives the machine, and keeps in memory what it wrote.
(cd "$folder/work" && rm -rf work/incompat)
mount -t overlay overlay -o "volatile,lowerdir=$bare,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
cd "$folder/root"
mount -t proc proc proc
# The kernel's settings are those of this computer.
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
touch dev/console
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
while [ $# -gt 0 ]; do
  mkdir -p "./$2"
  mount --bind "$1" "./$2"
  shift 2
done

hostname "$name"
ip link set lo up
if [ -n "$address" ]; then
  # The drill gives it a cable.
  until ip link show eth0 > /dev/null 2>&1; do sleep 0.05; done
  ip address add "$address" dev eth0
  ip link set eth0 up
fi

# Not chroot, in which the kernel refuses user namespaces, such as those of PrivateUsers=.
mkdir -p .before
pivot_root . .before
umount -l /.before
rmdir /.before
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin container=drill \
  /lib/systemd/systemd --log-target=journal --show-status=0
