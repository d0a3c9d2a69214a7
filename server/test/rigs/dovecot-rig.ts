import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RigCertificates } from './rig-certificates.ts';
import { serverGreets } from './server-greets.ts';
import { startTethered, type TetheredProcess } from './tethered-process.ts';

export type DovecotPorts = { imap: number; imaps: number; lmtp: number; auth: number };

/** A real Dovecot whose whole state lives in one folder. */
export type DovecotRig = {
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Adds a user, or changes a password; the next sign-in already sees it. */
  setUser(address: string, password: string): void;
  doveadm(...args: string[]): Promise<string>;
  log(): string;
};

// An account without a name, so that mail belongs to nobody else on the machine and nothing needs to be created.
const mailUserId = 54_321;

export function aDovecot(folder: string, ports: DovecotPorts, certificates: RigCertificates): DovecotRig {
  const at = (name: string) => path.join(folder, name);
  for (const name of ['run', 'state', 'mail', 'users']) mkdirSync(at(name), { recursive: true, mode: 0o755 });
  chownSync(at('mail'), mailUserId, mailUserId);
  writeFileSync(at('users.conf'), usersConfiguration(folder));
  writeFileSync(at('dovecot.conf'), configuration(folder, ports, certificates));

  let daemon: TetheredProcess | undefined;
  let printed = '';
  const log = () => printed + readLog(at('dovecot.log'));
  return {
    async start() {
      // A master that was killed leaves its pid file, which a new one may take for a living process.
      rmSync(at('run/master.pid'), { force: true });
      daemon = startTethered('/usr/sbin/dovecot', ['-F', '-c', at('dovecot.conf')], {
        onOutput: (text) => {
          printed += text;
        },
      });
      for (const port of Object.values(ports)) await serverGreets(port, daemon, log);
    },
    async stop() {
      await daemon?.stop();
    },
    async kill() {
      await daemon?.kill();
    },
    setUser(address, password) {
      const file = at(`users/${address.toLowerCase()}`);
      writeFileSync(`${file}.new`, JSON.stringify({ password }), { mode: 0o644 });
      renameSync(`${file}.new`, file);
    },
    async doveadm(...args) {
      const { stdout } = await promisify(execFile)('doveadm', ['-c', at('dovecot.conf'), ...args]);
      return stdout;
    },
    log,
  };
}

function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

// One small file per user, read at every sign-in; a list of users in one file is looked at only once a second.
const usersConfiguration = (folder: string) => `
uri = fs:posix:prefix=${folder}/
default_pass_scheme = PLAIN
iterate_disable = yes
key user {
  key = users/%Lu
  format = json
}
passdb_objects = user
`;

function configuration(folder: string, ports: DovecotPorts, certificates: RigCertificates): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
instance_name = ${path.basename(folder)}
listen = 127.0.0.1
protocols = imap lmtp

ssl = yes
ssl_cert = <${certificates.certificateFile}
ssl_key = <${certificates.keyFile}
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
auth_username_format = %Lu
recipient_delimiter = +

passdb {
  driver = dict
  args = ${folder}/users.conf
}
userdb {
  driver = static
  args = uid=${mailUserId} gid=${mailUserId} home=${folder}/mail/%Lu
}
mail_location = maildir:~/Maildir
mail_max_userip_connections = 2000
first_valid_uid = 1000
lmtp_save_to_detail_mailbox = no

namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = subscribe
  }
  mailbox Junk {
    special_use = \\Junk
    auto = subscribe
  }
}

service imap-login {
  service_count = 0
  process_min_avail = 1
  client_limit = 2000
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service imap {
  process_limit = 2000
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${ports.lmtp}
  }
}
service auth {
  client_limit = 8000
  inet_listener {
    address = 127.0.0.1
    port = ${ports.auth}
  }
}
service anvil {
  client_limit = 8000
  # Without this, every wrong password makes the next sign-in from this address slower.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
protocol lmtp {
  postmaster_address = postmaster@rig.test
}
`;
}
