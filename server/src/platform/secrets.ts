import crypto from 'node:crypto';

/** Everything that is derived from the installation's SECRET_KEY. The key itself is never in the database. */
export type Secrets = {
  /** Encrypts for storage (AES-256-GCM, a fresh nonce each time). `context` ties the text to its place: a row copied elsewhere does not open. */
  seal(plain: string, context: string): string;
  /** Opens what `seal` made. Throws when the key, the context or a bit differs. */
  open(sealed: string, context: string): string;
  /** A keyed fingerprint of 256 bits, base64url. `purpose` keeps tokens of different uses apart. */
  sign(purpose: string, text: string): string;
  /** Compares in constant time. */
  verify(purpose: string, text: string, signature: string): boolean;
};

/** Undefined where it was sealed with another SECRET_KEY, as after a restore without the old one: to be given again. */
export function openIfOurs(secrets: Secrets, sealed: string, context: string): string | undefined {
  try {
    return secrets.open(sealed, context);
  } catch {
    return undefined;
  }
}

const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(crypto.hkdfSync('sha256', secretKey, 'parley', purpose, 32));
  const sealing = derive('seal');
  const signing = new Map<string, Buffer>();
  const signingKey = (purpose: string) => {
    const known = signing.get(purpose);
    if (known) return known;
    const key = derive(`sign ${purpose}`);
    signing.set(purpose, key);
    return key;
  };
  const sign = (purpose: string, text: string) =>
    crypto.createHmac('sha256', signingKey(purpose)).update(text).digest('base64url');

  return {
    seal(plain, context) {
      const nonce = crypto.randomBytes(nonceBytes);
      const cipher = crypto.createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [is, text] = sealed.split('.');
      if (is !== version || !text) throw new Error('This secret was not sealed by Parley');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = crypto
        .createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
    sign,
    verify(purpose, text, signature) {
      return equal(sign(purpose, text), signature);
    },
  };
}

/** Constant time for equal lengths; a different length is told apart at once, which gives nothing away. */
function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && crypto.timingSafeEqual(x, y);
}

/** Whether what somebody shows is the secret; in constant time, and never when they show nothing. */
export const isSameSecret = (shown: string | undefined, secret: string): boolean =>
  shown !== undefined && shown !== '' && equal(shown, secret);

/** A token for a person or a mail: 256 random bits. Only its hash is stored. */
export function createToken(): { token: string; hash: Buffer } {
  const token = crypto.randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}
export const hashToken = (token: string): Buffer => crypto.createHash('sha256').update(token).digest();
