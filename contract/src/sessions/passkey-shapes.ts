import { z } from 'zod';
import { schemaNames } from '../schema-names.ts';

/*
 * The shapes of Web Authentication Level 3, with binary values in base64url. Browsers add fields that the server doesn't read, so
 * unknown fields are ignored.
 */
const binary = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);
const transports = z.array(z.string().max(20)).max(10);
/** The ways in which a browser reaches an authenticator. */
export const passkeyTransports = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const;
export type PasskeyTransport = (typeof passkeyTransports)[number];
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(passkeyTransports)),
});

export const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int().describe('Milliseconds.'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['discouraged', 'preferred', 'required']),
  }),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']),
});
schemaNames.add(creationOptions, { id: 'PasskeyCreationOptions' });
export type CreationOptions = z.output<typeof creationOptions>;

export const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.number().int().describe('Milliseconds.'),
  rpId: z.string(),
  allowCredentials: z.array(descriptor),
  userVerification: z.enum(['discouraged', 'preferred', 'required']),
});
schemaNames.add(requestOptions, { id: 'PasskeyRequestOptions' });
export type RequestOptions = z.output<typeof requestOptions>;

const credential = z.object({
  id: binary(1_400),
  rawId: binary(1_400),
  type: z.literal('public-key'),
});

export const registration = credential.extend({
  response: z.object({
    attestationObject: binary(30_000),
    clientDataJSON: binary(8_000),
    transports: transports.optional(),
  }),
});
schemaNames.add(registration, { id: 'PasskeyRegistration' });
export type Registration = z.output<typeof registration>;

export const assertion = credential.extend({
  response: z.object({
    authenticatorData: binary(8_000),
    clientDataJSON: binary(8_000),
    signature: binary(8_000),
    userHandle: binary(100).nullish(),
  }),
});
schemaNames.add(assertion, { id: 'PasskeyAssertion' });
export type Assertion = z.output<typeof assertion>;
