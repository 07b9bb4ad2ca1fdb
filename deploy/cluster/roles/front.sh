# The machine that visitors reach: nginx with TLS, and HAProxy before the application machines.

# Reloading HAProxy needs procps.
packages=(ca-certificates curl haproxy logrotate nftables nginx openssl procps systemd-timesyncd)

# for_machines COUNT TEMPLATE: the template, which names two machines. A further one gets the lines of the second.
for_machines() {
  awk -v count="$1" '{ print } !/^#/ && /@APPLICATION_2@/ {
    for (number = 3; number <= count; number++) {
      line = $0
      gsub(/two/, "machine" number, line)
      sub(/@APPLICATION_2@/, "@APPLICATION_" number "@", line)
      print line
    }
  }' "$2"
}

install_role() {
  local each values=() count=0 template
  own_address "$FRONT" > /dev/null
  for each in $APPLICATIONS; do
    count=$((count + 1))
    values+=("APPLICATION_$count=$each:3000")
  done
  [ "$count" -ge 2 ] || fail "APPLICATIONS of cluster.env names fewer than two machines"

  install_quietly "${packages[@]}"
  install_filter
  template=$(mktemp)
  for_machines "$count" "$here/haproxy-application.cfg" > "$template"
  put_haproxy "$template" "${values[@]}" "CONCURRENT=$((WORKERS * 128))"
  rm "$template"
  install_first_certificate "$DOMAIN"
  # HAProxy counts the calls.
  install_nginx "$DOMAIN" 127.0.0.1:8080 0
  say "done: https://$DOMAIN"
}
