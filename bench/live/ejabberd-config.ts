/** The port of the measured ejabberd. */
export const port = 5_229;

/**
 * Returns its configuration. Every message of pairs and rooms is archived before it is delivered (mod_mam, XEP-0313). No shaper, no history
 * for people who enter a room, and no presence in rooms, which the product doesn't have either.
 */
export const configure = (password: string): string => `
hosts: [localhost]
loglevel: error
listen:
  - {port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, starttls: false, access: all}
auth_method: sql
auth_password_format: plain
default_db: sql
sql_type: pgsql
sql_server: "127.0.0.1"
sql_database: xmpp
sql_username: xmpp
sql_password: "${password}"
sql_pool_size: 20
sql_start_interval: 1
modules:
  mod_mam:
    db_type: sql
    default: always
    assume_mam_usage: true
  mod_muc:
    db_type: sql
    access: all
    access_create: all
    max_users: 2000
    history_size: 0
    default_room_options:
      persistent: true
      mam: true
      max_users: 2000
      presence_broadcast: []
`;
