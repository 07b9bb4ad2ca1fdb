# A machine that serves the application, with an HAProxy of its own that finds the primary.

# Reloading HAProxy needs procps.
packages=(ca-certificates curl ffmpeg haproxy nftables openssh-client openssl postgresql-client procps restic systemd-timesyncd)

# The same on all machines, since they may share a folder of files over NFS.
USER_ID=880

install_role() {
  local address index values=()
  # shellcheck disable=SC2086
  address=$(own_address $APPLICATIONS)
  take manabiya.env
  take database.pem 644
  for index in 1 2 3; do
    local name=ADDRESS_$index
    values+=("NODE_$index=node$index" "ADDRESS_$index=${!name}")
  done

  install_quietly "${packages[@]}"
  install_filter
  put_haproxy "$here/haproxy-postgres.cfg" "${values[@]}"
  add_user --uid "$USER_ID"
  install_release
  install_service "$WORKERS"
  drop_in manabiya cluster
  put /etc/manabiya/machine.env 600 "$here/machine.env" "ADDRESS=$address" "FRONT=$FRONT" "WORKERS=$WORKERS"
  install_backups
  systemctl daemon-reload
  systemctl --quiet enable manabiya
  say "done. Start it by: systemctl restart manabiya"
}
