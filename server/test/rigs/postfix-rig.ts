import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RigCertificates } from './rig-certificates.ts';
import { serverGreets } from './server-greets.ts';
import { startTethered, type TetheredProcess } from './tethered-process.ts';

export type PostfixPorts = { smtp: number; submission: number; submissions: number };

/** A real Postfix with configuration, queue and data in one folder, beside any Postfix of the machine. */
export type PostfixRig = {
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Replaces the list of addresses that the internet side accepts; the next connection already sees it. */
  setRecipients(addresses: Iterable<string>): Promise<void>;
  postqueue(): Promise<string>;
  log(): string;
};

type Upstream = { lmtp: number; auth: number };

export function aPostfix(folder: string, ports: PostfixPorts, to: Upstream, certificates: RigCertificates): PostfixRig {
  const at = (name: string) => path.join(folder, name);
  makeFolders(folder);
  writeOldFile(at('etc/main.cf'), mainConfiguration(folder, to, certificates));
  writeOldFile(at('etc/master.cf'), masterConfiguration(ports));
  writeOldFile(at('etc/rig-domains'), '/\\.test$/ local\n');
  writeOldFile(at('etc/outside'), '!/\\.test$/ REJECT the rig knows only .test\n');
  writeOldFile(at('etc/verdicts'), verdicts);

  let daemon: TetheredProcess | undefined;
  let printed = '';
  const log = () => printed + readFileSync(at('postfix.log'), { encoding: 'utf8', flag: 'a+' });
  return {
    async start() {
      daemon = startTethered('/usr/lib/postfix/sbin/master', ['-c', at('etc'), '-s'], {
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
    async setRecipients(addresses) {
      writeFileSync(at('etc/mailboxes.new'), [...addresses].map((address) => `${address} x\n`).join(''));
      await promisify(execFile)('postmap', ['-c', at('etc'), `hash:${at('etc/mailboxes.new')}`]);
      // Written over, it would be looked at again only in another second; a file that is gone is noticed at once.
      renameSync(at('etc/mailboxes.new.db'), at('etc/mailboxes.db'));
    },
    async postqueue() {
      const { stdout } = await promisify(execFile)('postqueue', ['-c', at('etc'), '-p']);
      return stdout;
    },
    log,
  };
}

/** Postfix does not trust a configuration file younger than a second: every program would first wait it out. */
function writeOldFile(file: string, text: string): void {
  writeFileSync(file, text);
  utimesSync(file, 0, 0);
}

/** What `postfix check` would create, with the owners and modes that its daemons insist on. */
function makeFolders(folder: string): void {
  const make = (name: string, mode: number, uid = 0, gid = 0) => {
    mkdirSync(path.join(folder, name), { recursive: true });
    chownSync(path.join(folder, name), uid, gid);
    chmodSync(path.join(folder, name), mode);
  };
  const postfix = idOf('-u', 'postfix');
  const postdrop = Number(execFileSync('getent', ['group', 'postdrop'], { encoding: 'utf8' }).split(':')[2]);
  for (const name of ['etc', 'queue', 'queue/pid']) make(name, 0o755);
  make('data', 0o700, postfix);
  for (const name of ['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming', 'private'])
    make(`queue/${name}`, 0o700, postfix);
  for (const name of ['saved', 'trace']) make(`queue/${name}`, 0o700, postfix);
  make('queue/maildrop', 0o730, postfix, postdrop);
  make('queue/public', 0o710, postfix, postdrop);
}

function idOf(option: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
}

// The sender's HELO name chooses what the receiving server found out about the mail, as its SPF, DKIM and DMARC checks
// would: `pass--example.test` or `fail--example.test`. Any other name leaves no verdict.
const verdicts = ['pass', 'fail']
  .map(
    (verdict) =>
      `/^${verdict}--(.*)$/ PREPEND Authentication-Results: mx.rig.test; spf=${verdict} smtp.mailfrom=$1; ` +
      `dkim=${verdict} header.d=$1; dmarc=${verdict} header.from=$1\n`,
  )
  .join('');

function mainConfiguration(folder: string, to: Upstream, certificates: RigCertificates): string {
  return `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
shlib_directory = /usr/lib/postfix
meta_directory = /etc/postfix
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${folder}

myhostname = mx.rig.test
myorigin = rig.test
mydestination =
mynetworks =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtp_dns_support_level = disabled
default_transport = error:the rig knows only .test
relay_transport = error:the rig knows only .test
local_header_rewrite_clients =
alias_maps =
alias_database =
local_recipient_maps =
recipient_delimiter = +

virtual_mailbox_domains = regexp:${folder}/etc/rig-domains
virtual_mailbox_maps = hash:${folder}/etc/mailboxes
virtual_transport = lmtp:inet:127.0.0.1:${to.lmtp}

smtpd_banner = $myhostname ESMTP
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = reject_unlisted_recipient
smtpd_data_restrictions = check_helo_access regexp:${folder}/etc/verdicts
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${to.auth}
smtpd_sasl_security_options = noanonymous
smtpd_tls_cert_file = ${certificates.certificateFile}
smtpd_tls_key_file = ${certificates.keyFile}
smtpd_tls_security_level = may
smtpd_tls_loglevel = 1
tls_random_source = dev:/dev/urandom

message_size_limit = 52428800
mailbox_size_limit = 0
virtual_mailbox_limit = 0
in_flow_delay = 0
smtpd_error_sleep_time = 0
smtpd_soft_error_limit = 1000
smtpd_hard_error_limit = 1000
smtpd_junk_command_limit = 1000
smtpd_client_connection_count_limit = 0
smtpd_client_event_limit_exceptions = 127.0.0.0/8
smtpd_peername_lookup = no
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
`;
}

function masterConfiguration(ports: PostfixPorts): string {
  const authenticated = `
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_tls_auth_only=yes
  -o { smtpd_relay_restrictions = check_recipient_access regexp:$config_directory/outside, permit_sasl_authenticated, reject }
  -o smtpd_recipient_restrictions=
  -o smtpd_data_restrictions=
  -o smtpd_reject_unlisted_recipient=no`;
  return `
127.0.0.1:${ports.smtp} inet n - n - - smtpd
127.0.0.1:${ports.submission} inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt${authenticated}
127.0.0.1:${ports.submissions} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes${authenticated}
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
}
