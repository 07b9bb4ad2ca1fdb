# A machine with etcd, Patroni and PostgreSQL.

packages=(ca-certificates curl etcd-client etcd-server nftables patroni postgresql-15 postgresql-client-15 postgresql-common)
# Reloading Patroni needs procps.
packages+=(procps python3-etcd systemd-timesyncd)

install_role() {
  take database.env
  . /etc/manabiya/database.env
  take database.pem 644
  take database.key
  addresses=("$ADDRESS_1" "$ADDRESS_2" "$ADDRESS_3")
  address=$(own_address "${addresses[@]}")
  local index values=()
  for index in 1 2 3; do
    if [ "${addresses[index - 1]}" = "$address" ]; then node=node$index; fi
    values+=("NODE_$index=node$index" "ADDRESS_$index=${addresses[index - 1]}")
  done

  # Patroni makes the only cluster of PostgreSQL.
  local made_by_debian=/etc/postgresql-common/createcluster.conf
  if ! grep --quiet --no-messages '^create_main_cluster = false' "$made_by_debian"; then
    install_quietly postgresql-common
    echo "create_main_cluster = false" >> "$made_by_debian"
  fi
  install_quietly "${packages[@]}"
  install_filter
  [ -z "$(pg_lsclusters --no-header)" ] || fail "another PostgreSQL is on this machine: see pg_lsclusters and pg_dropcluster"

  # etcd reads it at its first start alone.
  local state
  state=$(sed --quiet 's/^ETCD_INITIAL_CLUSTER_STATE="\(.*\)"/\1/p' /etc/default/etcd)
  if [ "$option" = --replace ] && [ ! -e /var/lib/etcd/default/member ]; then replace_member && state=existing; fi
  put /etc/default/etcd 644 "$here/etcd.env" "NODE=$node" "ADDRESS=$address" "${values[@]}" "STATE=${state:-new}"
  local hosts=()
  for index in 0 1 2; do hosts+=("ADDRESS_$((index + 1))=${addresses[index]}"); done
  put /etc/patroni/config.yml 600 "$here/patroni.yml" --from /etc/manabiya/database.env \
    "NODE=$node" "ADDRESS=$address" "LOGINS="$'\n'"$(logins)" "${hosts[@]}"
  install --mode=644 /etc/manabiya/database.pem /etc/patroni/server.pem
  install --mode=600 /etc/manabiya/database.key /etc/patroni/server.key
  chown postgres: /etc/patroni/config.yml /etc/patroni/server.key
  drop_in etcd manabiya
  drop_in patroni manabiya
  systemctl daemon-reload
  systemctl --quiet enable etcd patroni
  # The first machine waits here for the second.
  systemctl start --no-block etcd
  systemctl reload-or-restart --no-block patroni
  if ! others_are_there; then
    say "done. etcd and Patroni start as soon as a second database machine is installed"
    return
  fi
  await "a primary" 120 has_primary
  create_databases
  say "done: $node is in the cluster. See patronictl -c /etc/patroni/config.yml list"
}

# await WHAT SECONDS COMMAND …
await() {
  local what=$1 left=$2
  shift 2
  until "$@"; do
    sleep 1
    left=$((left - 1))
    [ "$left" -gt 0 ] || fail "there is no $what: see journalctl --unit etcd --unit patroni"
  done
}

others_are_there() {
  local each
  for each in "${addresses[@]}"; do
    # etcd's port for the other members.
    if [ "$each" != "$address" ] && timeout 2 bash -c "< /dev/tcp/$each/2380" 2> /dev/null; then return; fi
  done
  return 1
}

has_primary() {
  local each
  for each in "${addresses[@]}"; do
    if curl --silent --fail --max-time 2 --output /dev/null "http://$each:8008/primary"; then return; fi
  done
  return 1
}

# Takes the lost machine of this name out of etcd, and this one in.
replace_member() {
  local each endpoints="" id
  for each in "${addresses[@]}"; do
    [ "$each" = "$address" ] || endpoints+="${endpoints:+,}http://$each:2379"
  done
  export ETCDCTL_API=3 ETCDCTL_ENDPOINTS=$endpoints
  # A member that was added and never started has no name.
  id=$(etcdctl member list | awk -F ', ' -v name="$node" -v peer="http://$address:2380" '$3 == name || $4 == peer { print $1 }')
  [ -z "$id" ] || etcdctl member remove "$id"
  etcdctl member add "$node" "--peer-urls=http://$address:2380" > /dev/null
  say "etcd takes this machine as $node"
}

# The application's role owns its database and nothing else. The weekly restore test overwrites the second one.
create_databases() {
  local name servers
  servers=$(IFS=, && echo "${addresses[*]}")
  database() {
    PGPASSWORD=$SUPERUSER_PASSWORD psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 \
      "host=$servers user=postgres dbname=postgres target_session_attrs=read-write connect_timeout=3 sslmode=verify-ca sslrootcert=/etc/patroni/server.pem" "$@"
  }
  # Standard input keeps the password out of the list of processes.
  [ "$(database <<< "select count(*) from pg_roles where rolname = 'manabiya'")" = 1 ] ||
    database <<< "create role manabiya login password '$APPLICATION_PASSWORD';"
  for name in manabiya manabiya_scratch; do
    [ "$(database <<< "select count(*) from pg_database where datname = '$name'")" = 1 ] ||
      database <<< "create database $name owner manabiya;"
  done
  database <<< "revoke all on database manabiya, manabiya_scratch, postgres from public;"
}
