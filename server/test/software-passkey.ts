import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a browser adds to an answer, and a test can falsify. */
interface Circumstances {
  readonly origin?: string;
  /** Whether the device has verified the person. */
  readonly isVerified?: boolean;
  /** The count of uses that the authenticator reports. */
  readonly counter?: number;
  readonly topOrigin?: string;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Encodes bytes for CBOR. They are at most 64 KiB. */
const cborBytes = (bytes: Buffer): Buffer =>
  bytes.length < 256
    ? Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
    : Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** An authenticator with one passkey, and the browser around it. It signs as the Web Authentication standard requires. */
export const softwarePasskey = (origin = 'http://localhost') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let uses = 0;

  const clientData = (type: string, challenge: string, { origin: at, topOrigin }: Circumstances) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: at ?? origin,
        crossOrigin: topOrigin !== undefined,
        ...(topOrigin !== undefined && { topOrigin }),
      }),
    );
  const authenticatorData = (
    rpId: string,
    flags: number,
    { isVerified = true, counter }: Circumstances,
    rest = Buffer.alloc(0),
  ) => {
    uses += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? uses);
    const all = flags | 0x01 | (isVerified ? 0x04 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count, rest]);
  };

  return {
    id: id.toString('base64url'),
    /** Answers the options for a new passkey. */
    create: (
      { challenge, rp }: { challenge: string; rp: { id?: string | undefined } },
      around: Circumstances = {},
    ) => {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authenticatorData(rp.id ?? '', 0x40, around, credential);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        response: {
          attestationObject: attestation.toString('base64url'),
          clientDataJSON: clientData('webauthn.create', challenge, around).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options for a use of the passkey. */
    get: (
      { challenge, rpId }: { challenge: string; rpId?: string | undefined },
      around: Circumstances = {},
    ) => {
      const data = authenticatorData(rpId ?? '', 0, around);
      const client = clientData('webauthn.get', challenge, around);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        response: {
          authenticatorData: data.toString('base64url'),
          clientDataJSON: client.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString(
            'base64url',
          ),
        },
      };
    },
  };
};
