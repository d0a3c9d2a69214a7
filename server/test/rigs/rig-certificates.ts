import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files of a server certificate for localhost and 127.0.0.1, and the PEM text of the authority that signed it. */
export type RigCertificates = { certificateFile: string; keyFile: string; ca: string };

/** Makes a certificate authority and a server certificate of it, valid for a month, in `folder`. */
export function makeCertificates(folder: string): RigCertificates {
  const at = (name: string) => path.join(folder, name);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  writeFileSync(
    at('server.ext'),
    'basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\nsubjectAltName=DNS:localhost,DNS:mx.rig.test,IP:127.0.0.1\n',
  );
  const authority = ['-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', '/CN=Parley test authority'];
  openssl(['req', '-x509', ...newKey, ...authority]);
  openssl(['req', ...newKey, '-keyout', at('server.key'), '-out', at('server.csr'), '-subj', '/CN=localhost']);
  const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-set_serial', '2', '-extfile', at('server.ext')];
  openssl(['x509', '-req', '-in', at('server.csr'), '-out', at('server.pem'), '-days', '30', ...signing]);
  return { certificateFile: at('server.pem'), keyFile: at('server.key'), ca: readFileSync(at('ca.pem'), 'utf8') };
}

function openssl(args: string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
