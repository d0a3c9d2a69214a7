import { describe, expect, test } from 'vitest';
import { Problem } from '#platform/problem.ts';
import { explainMailError, MailFaultError } from './explain-mail-error.ts';

const olena = { user: 'olena@shop.example', pass: 'correct horse "battery"' };
const byToken = { user: 'olena@shop.example', accessToken: 'ya29.secret-token' };

function failure(message: string, fields: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(message), fields);
}

describe('what a person is told', () => {
  test.each([
    // As measured against Dovecot and npm smtp-server, imapflow first, nodemailer second.
    [
      'wrong_password',
      failure('Command failed', { authenticationFailed: true, serverResponseCode: 'AUTHENTICATIONFAILED' }),
    ],
    ['wrong_password', failure('Invalid login: 535 Authentication failed', { code: 'EAUTH', responseCode: 535 })],
    ['connection_refused', failure('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED' })],
    ['connection_refused', failure('connect ECONNREFUSED', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' })],
    ['host_not_found', failure('getaddrinfo ENOTFOUND imap.gmial.com', { code: 'ENOTFOUND' })],
    ['host_not_found', failure('getaddrinfo ENOTFOUND', { code: 'EDNS' })],
    ['dns_failed', failure('getaddrinfo EAI_AGAIN', { code: 'EAI_AGAIN' })],
    ['certificate_untrusted', failure('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['certificate_untrusted', failure('self-signed certificate', { code: 'ESOCKET' })],
    [
      'certificate_untrusted',
      failure('unable to verify the first certificate', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    ],
    ['certificate_other_name', failure('Hostname/IP does not match', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
    [
      'certificate_other_name',
      failure('does not match', { code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    ],
    ['certificate_expired', failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' })],
    ['tls_on_plain_port', failure('ssl3_get_record:wrong version number', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })],
    ['tls_on_plain_port', failure('80:error:0A00010B:SSL routines:wrong version number', { code: 'ESOCKET' })],
    ['no_greeting', failure('Failed to receive greeting. Maybe should use TLS?', { code: 'GREETING_TIMEOUT' })],
    ['no_greeting', failure('Greeting never received', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' })],
    ['timed_out', failure('Connection timeout', { code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' })],
    ['timed_out', failure('Failed to connect', { code: 'CONNECT_TIMEOUT' })],
    ['timed_out', failure('Socket timeout', { code: 'ETIMEOUT' })],
    ['starttls_missing', failure('Server does not support STARTTLS', { tlsFailed: true })],
    [
      'starttls_missing',
      failure('Error upgrading connection with STARTTLS: 502 no', {
        code: 'ETLS',
        command: 'STARTTLS',
        responseCode: 502,
      }),
    ],
    ['encryption_required', failure('Login is disabled', { authenticationFailed: true })],
    ['login_not_offered', failure('Unsupported authentication mechanism')],
    ['connection_lost', failure('Connection not available', { code: 'NoConnection' })],
    ['connection_lost', failure('Connection closed unexpectedly', { code: 'ECONNECTION', command: 'CONN' })],
    ['address_refused', new Problem('outbound_address_refused')],
    ['folder_missing', new MailFaultError('folder_missing', "Mailbox doesn't exist: Support")],
    ['not_a_mail_server', failure('Invalid greeting. response=HTTP/1.1 400', { code: 'EPROTOCOL' })],

    // The words of the big providers.
    [
      'app_password_needed',
      failure('Command failed', {
        authenticationFailed: true,
        responseText:
          'Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
      }),
    ],
    [
      'app_password_needed',
      failure('Invalid login', {
        code: 'EAUTH',
        responseCode: 534,
        response: '534-5.7.9 Application-specific password required.',
      }),
    ],
    [
      'web_login_needed',
      failure('Command failed', {
        authenticationFailed: true,
        responseText: 'Web login required: https://support.google.com/mail/answer/78754',
      }),
    ],
    [
      'imap_disabled',
      failure('Command failed', {
        authenticationFailed: true,
        responseText: 'Your account is not enabled for IMAP use. Please visit your Gmail settings page',
      }),
    ],
    [
      'oauth_needed',
      failure('Mail command failed', {
        code: 'EENVELOPE',
        responseCode: 550,
        response: '550 5.7.30 Basic authentication is not supported for Client Submission',
      }),
    ],
    [
      'oauth_needed',
      failure('Invalid login', {
        code: 'EAUTH',
        responseCode: 535,
        response: '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
      }),
    ],
    [
      'too_many_connections',
      failure('Command failed', {
        authenticationFailed: true,
        responseText: 'Too many simultaneous connections. (Failure)',
      }),
    ],
    [
      'throttled',
      failure('Command failed', {
        authenticationFailed: true,
        serverResponseCode: 'THROTTLED',
        responseText: 'Account exceeded command or bandwidth limits.',
      }),
    ],
    [
      'throttled',
      failure('Invalid login', {
        code: 'EAUTH',
        responseCode: 454,
        response: '454 4.7.0 Too many login attempts, please try again later.',
      }),
    ],
    [
      'quota',
      failure('Mail command failed', {
        code: 'EENVELOPE',
        responseCode: 550,
        response: '550-5.4.5 Daily user sending limit exceeded.',
      }),
    ],
    ['quota', failure('Command failed', { serverResponseCode: 'OVERQUOTA' })],
    ...(
      [
        ['recipient_refused', '552 5.2.2 <ivan@x.test>: Mailbox over quota'],
        ['recipient_refused', '452-4.2.2 The email account that you tried to reach is over quota.'],
        ['recipient_refused', '450 4.2.1 Recipient throttled'],
        ['recipient_refused', '452 Quota exceeded'],
        ['quota', '550-5.4.5 Daily sending quota exceeded.'],
        ['quota', '452 4.7.1 Message count quota exceeded'],
        ['throttled', '451 4.7.0 Throttled, slow down'],
        ['throttled', '550 Rate limit'],
      ] as const
    ).map(([key, response]): [string, Error] => [
      key,
      failure('Mail command failed', {
        code: 'EENVELOPE',
        command: 'RCPT TO',
        responseCode: Number(response.slice(0, 3)),
        response,
      }),
    ]),
    [
      'message_refused',
      failure('Message failed', {
        code: 'EMESSAGE',
        command: 'DATA',
        responseCode: 552,
        response: '552 5.2.2 Over quota',
      }),
    ],
    [
      'server_unavailable',
      failure('Command failed', { authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' }),
    ],
    [
      'server_unavailable',
      failure('Invalid login', {
        code: 'EAUTH',
        responseCode: 454,
        response: '454 4.7.0 Temporary authentication failure',
      }),
    ],
    [
      'server_unavailable',
      failure('Server closed', { code: 'ECONNECTION', responseCode: 421, response: '421 shutting down' }),
    ],
    [
      'smtp_refused',
      failure('Invalid greeting', {
        code: 'EPROTOCOL',
        responseCode: 554,
        command: 'CONN',
        response: '554 your address is on a list',
      }),
    ],
    [
      'sender_refused',
      failure('Mail command failed', {
        code: 'EENVELOPE',
        responseCode: 550,
        command: 'MAIL FROM',
        response: '550 not yours',
      }),
    ],
    [
      'message_refused',
      failure('Message failed', { code: 'EMESSAGE', responseCode: 554, command: 'DATA', response: '554 spam' }),
    ],
    [
      'message_too_large',
      failure('Message failed', {
        code: 'EMESSAGE',
        responseCode: 552,
        command: 'DATA',
        response: '552 5.3.4 Message size exceeds fixed limit',
      }),
    ],
    [
      'login_not_offered',
      failure('Mail command failed', {
        code: 'EENVELOPE',
        responseCode: 530,
        command: 'MAIL FROM',
        response: '530 Authentication required',
      }),
    ],
    ['unknown', failure('the moon is in the wrong house')],
    ['unknown', 'not even an error'],
    ['unknown', null],
  ])('%s', (key, error) => {
    expect(explainMailError(error, olena).key).toBe(key);
  });

  test('a refused token means signing in again, even where the server only says that it is unavailable', () => {
    const dovecot = failure('Command failed', { authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' });
    expect(explainMailError(dovecot, byToken).key).toBe('sign_in_again');
    const smtp = failure('Invalid login: 535', { code: 'EAUTH', responseCode: 535, command: 'AUTH XOAUTH2' });
    expect(explainMailError(smtp, byToken).key).toBe('sign_in_again');
  });

  test('what a library wrapped is found', () => {
    const wrapped = new Error('Failed', { cause: failure('x', { code: 'CERT_HAS_EXPIRED' }) });
    expect(explainMailError(wrapped).key).toBe('certificate_expired');
  });
});

describe("the server's own words", () => {
  test('are kept, in one line', () => {
    const error = failure('Command failed', { responseText: 'Invalid credentials\r\n (Failure)\0' });
    expect(explainMailError(error, olena).details).toBe('Invalid credentials (Failure)');
  });

  test('never repeat a secret, in any spelling', () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const echoed = [
      olena.pass,
      'correct horse \\"battery\\"',
      base64(olena.pass),
      base64(`\0${olena.user}\0${olena.pass}`),
    ];
    for (const secret of echoed) {
      const { details } = explainMailError(failure('no', { response: `535 bad command: ${secret} !` }), olena);
      expect(details).toBe('535 bad command: *** !');
    }
    const token = explainMailError(failure('no', { response: `535 ${byToken.accessToken}` }), byToken);
    expect(token.details).toBe('535 ***');
  });

  test('end somewhere', () => {
    expect(explainMailError(failure('x'.repeat(10_000))).details).toHaveLength(500);
    // Half of one is no JSON: the letter would be sent again and again, as nobody could write down what came of it.
    expect(explainMailError(failure(`${'x'.repeat(499)}🔥…`)).details).toBe('x'.repeat(499));
  });
});
