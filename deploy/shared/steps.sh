# Steps of an installation that the kits share. An install script sets `release` (the unpacked folder) and sources this.
# Every step may run again: it completes what is missing, and keeps the operator's settings, keys and data.

say() { echo "install: $1"; }
fail() { echo "install: $1" >&2; exit 1; }
render() { "$release/deploy/shared/render" "$@"; }

# put RESULT-FILE MODE TEMPLATE [render's arguments]: writes a root-owned file when its content changed, and sets `changed`.
put() {
  local target=$1 mode=$2
  shift 2
  # Nobody else may read it before it has its mode.
  (umask 0077 && render "$@" > "$target.new")
  chmod "$mode" "$target.new"
  if cmp --silent "$target.new" "$target"; then
    rm "$target.new"
  else
    mv "$target.new" "$target"
    changed=true
    say "wrote $target"
  fi
}

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  apt-get install --yes --no-install-recommends "$@"
}

# add_user [options of useradd]
add_user() {
  getent passwd manabiya > /dev/null ||
    useradd "$@" --system --user-group --home-dir /var/lib/manabiya --no-create-home --shell /usr/sbin/nologin manabiya
  install --directory --mode=755 /opt/manabiya /opt/manabiya/releases
  # The service's user reads the password of the backups in it, and no list of its files.
  install --directory --mode=711 /etc/manabiya
  install --directory --mode=700 --owner=manabiya --group=manabiya \
    /var/lib/manabiya /var/cache/manabiya /var/backups/manabiya
}

# Copies the release below /opt/manabiya/releases and makes it the current one. The running server keeps the old one
# until it is restarted.
install_release() {
  local version
  version=$(cat "$release/VERSION")
  local target=/opt/manabiya/releases/$version
  if [ ! -d "$target" ]; then
    rm --recursive --force "$target.new"
    cp --recursive --no-dereference "$release" "$target.new"
    chown --recursive root:root "$target.new"
    chmod --recursive u=rwX,go=rX "$target.new"
    mv "$target.new" "$target"
  fi
  ln --symbolic --force --no-dereference "releases/$version" /opt/manabiya/current
  install --mode=755 "$release/deploy/shared/manabiya" /usr/local/sbin/manabiya
  say "release $version is current"
}

# install_settings NAME=value …: writes the settings once. Later changes are the operator's.
install_settings() {
  [ -e /etc/manabiya/manabiya.env ] && return
  # A file of values, because everybody sees the arguments of programs.
  (umask 0077 && render "$release/deploy/shared/manabiya.env" \
    --from <(printf '%s\n' "AUTH_SECRET=$(openssl rand -base64 48)" "$@") > /etc/manabiya/manabiya.env.new)
  mv /etc/manabiya/manabiya.env.new /etc/manabiya/manabiya.env
  say "wrote /etc/manabiya/manabiya.env: fill in the empty settings"
}

install_service() {
  local workers=$1
  # A process needs 250 MB. Twice that lets it work through a peak; beyond it, the machine's other services come first.
  put /etc/systemd/system/manabiya.service 644 "$release/deploy/shared/manabiya.service" \
    "MEMORY_MAX=$((workers * 600 + 400))M" STOP_SECONDS=40
  # The operator enables the timer when the settings are complete.
  local file
  for file in "$release"/deploy/shared/watch/*; do put "/etc/systemd/system/$(basename "$file")" 644 "$file"; done
  install --directory --mode=755 /etc/systemd/journald.conf.d
  put /etc/systemd/journald.conf.d/manabiya.conf 644 "$release/deploy/shared/journald.conf"
}

# A certificate for the time until the operator's own one is there. nginx does not start without any.
install_first_certificate() {
  local domain=$1
  install --directory --mode=700 /etc/manabiya/tls
  [ -e /etc/manabiya/tls/fullchain.pem ] && return
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj "/CN=$domain" \
    -addext "subjectAltName=DNS:$domain" -keyout /etc/manabiya/tls/privkey.pem -out /etc/manabiya/tls/fullchain.pem
  say "made a certificate for the first days, which browsers refuse"
}

# install_nginx DOMAIN APPLICATION CONCURRENT: the values of the placeholders in nginx/manabiya.conf
install_nginx() {
  local files=$release/deploy/shared/nginx
  install --directory --mode=755 /etc/nginx/manabiya /var/cache/nginx
  put /etc/nginx/nginx.conf 644 "$files/nginx.conf"
  put /etc/nginx/manabiya/unavailable.html 644 "$files/unavailable.html"
  put /etc/nginx/manabiya/too-long.html 644 "$files/too-long.html"
  put /etc/nginx/sites-available/manabiya.conf 644 "$files/manabiya.conf" "DOMAIN=$1" "APPLICATION=$2" "CONCURRENT=$3"
  ln --symbolic --force ../sites-available/manabiya.conf /etc/nginx/sites-enabled/manabiya.conf
  rm --force /etc/nginx/sites-enabled/default
  nginx -t -q
  systemctl enable nginx
  systemctl reload-or-restart nginx
}

# Installs the units of backups, which run the release's scripts. The operator enables the timers when the place of the backups is ready.
install_backups() {
  local files=$release/deploy/shared/backup file
  for file in "$files"/*.service "$files"/*.timer; do put "/etc/systemd/system/$(basename "$file")" 644 "$file"; done
  [ -e /etc/manabiya/backup.env ] || put /etc/manabiya/backup.env 600 "$files/backup.env"
}
