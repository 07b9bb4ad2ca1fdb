# Who may open which port on which machine, and log in to PostgreSQL. The packet filter is made from this, and `check`
# compares it with what it meets.

# openings ROLE: lines of a port, and the addresses that may open it. None: everybody.
openings() {
  local databases="$ADDRESS_1 $ADDRESS_2 $ADDRESS_3"
  case $1 in
    database)
      # etcd has no password, and commands the database machines.
      echo "2379 $databases"
      echo "2380 $databases"
      echo "5432 $databases $APPLICATIONS"
      # HAProxy on the application machines asks Patroni for the primary. Changes need a password.
      echo "8008 $databases $APPLICATIONS"
      ;;
    application)
      echo "3000 $FRONT"
      [ -z "${MONITORING:-}" ] || echo "9464 $MONITORING"
      ;;
    front)
      echo 80
      echo 443
      ;;
  esac
}

# Lines of nftables.
rules() {
  local port sources
  openings "$1" | while read -r port sources; do
    if [ -n "$sources" ]; then sources="ip saddr { ${sources// /, } } "; fi
    echo "    ${sources}tcp dport $port accept"
  done
}

# Lines of pg_hba.conf for Patroni: who may log in from which machine, by TLS alone. A second role of the application, as when
# its password changes, is a member of the first.
logins() {
  local each
  for each in "$ADDRESS_1" "$ADDRESS_2" "$ADDRESS_3"; do
    echo "    - hostssl replication replicator $each/32 scram-sha-256"
    echo "    - hostssl postgres postgres,rewinder $each/32 scram-sha-256"
  done
  for each in $APPLICATIONS; do
    echo "    - hostssl manabiya,manabiya_scratch +manabiya $each/32 scram-sha-256"
  done
}

# The ports of sshd, by its own settings and by this session.
ssh_ports() {
  local ports
  ports=$({
    sshd -T 2> /dev/null | awk '$1 == "port" { print $2 }'
    echo "${SSH_CONNECTION:-}" | awk '{ print $4 }'
  } | sort --unique --numeric-sort | xargs)
  ports=${ports:-22}
  echo "${ports// /, }"
}
