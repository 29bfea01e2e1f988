import { DOMParser } from '@xmldom/xmldom';
import type { Profile, SAML } from '@node-saml/node-saml';
import type { Claims } from './claims.ts';
import type { SamlMetadata } from './saml-metadata.ts';

/** Maximum difference between the provider's clock and ours, in milliseconds. */
const skewMs = 60_000;

/** The school as a service provider of one identity provider. */
export interface SamlParty {
  readonly metadata: SamlMetadata;
  readonly entityId: string;
  readonly acs: string;
}

/** The library is loaded at the first sign-on, because most schools don't use SAML. */
const library = () => import('@node-saml/node-saml');

const open = async ({ metadata, entityId, acs }: SamlParty, requestId: string): Promise<SAML> => {
  const { SAML, ValidateInResponseTo } = await library();
  return new SAML({
    callbackUrl: acs,
    issuer: entityId,
    audience: entityId,
    idpCert: [...metadata.certificates],
    entryPoint: metadata.signOnUrl,
    wantAssertionsSigned: true,
    // Providers sign the assertion, the response, or both. We only read data inside the signed assertion.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMs,
    // The signed assertion contains the request's id, which is checked below.
    validateInResponseTo: ValidateInResponseTo.never,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  });
};

/** Returns the provider's address with an AuthnRequest for the browser (saml-bindings §3.4). */
export const samlAddress = async (
  party: SamlParty,
  request: { id: string; state: string },
): Promise<string> =>
  (await open(party, request.id)).getAuthorizeUrlAsync(request.state, undefined, {});

/** Returns the school's metadata for a provider. */
export const samlServiceMetadata = async (
  party: Pick<SamlParty, 'entityId' | 'acs'>,
): Promise<string> =>
  (await library()).generateServiceProviderMetadata({
    issuer: party.entityId,
    callbackUrl: party.acs,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_commons',
  });

/** An invalid response. `message` has the reason for the log. */
class AssertionRefused extends Error {
  override name = 'AssertionRefused';
}

const need: (isSo: boolean, message: string) => asserts isSo = (isSo, message) => {
  if (!isSo) throw new AssertionRefused(message);
};

const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
/**
 * Allowed signature algorithms. SHA-1 isn't collision-resistant, and HMAC uses a shared secret instead of a
 * certificate.
 */
const algorithms: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: new Set(
    ['rsa-sha256', 'rsa-sha384', 'rsa-sha512', 'ecdsa-sha256', 'ecdsa-sha384', 'ecdsa-sha512'].map(
      (name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`,
    ),
  ),
  DigestMethod: new Set([
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmldsig-more#sha384',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ]),
};

/**
 * Checks a response before the library parses it. Parsers disagree on text with comments and CDATA, and a DTD adds
 * entities. No provider sends any of them. The algorithms come from the parsed document, because their names can be
 * written in many ways (`&#35;rsa-sha1`).
 */
const checkRaw = (xml: string, { acs }: SamlParty): void => {
  need(!xml.includes('<!'), 'the response has a document type, a comment or CDATA');
  const fail = (message: string) => {
    throw new AssertionRefused(`the response is not XML: ${message}`);
  };
  const document = new DOMParser({
    errorHandler: { error: fail, fatalError: fail, warning: () => undefined },
  }).parseFromString(xml, 'text/xml');
  // A response with a destination must have arrived at that address (saml-core §3.2.2). The library doesn't check this.
  const destination = document.documentElement?.getAttribute('Destination') ?? '';
  need(destination === '' || destination === acs, 'the response is for another address');
  for (const [name, allowed] of Object.entries(algorithms))
    for (const one of Array.from(document.getElementsByTagNameNS(signatureNs, name)))
      need(
        allowed.has(one.getAttribute('Algorithm') ?? ''),
        `the ${name} is not SHA-256 or better`,
      );
};

type Node = { readonly $?: Record<string, string>; readonly _?: string } & {
  readonly [name: string]: unknown;
};
const children = (node: Node | undefined, name: string): Node[] =>
  Array.isArray(node?.[name]) ? (node[name] as Node[]) : [];

const onlyOne = (node: Node | undefined, name: string): Node => {
  const [child, ...more] = children(node, name);
  need(child !== undefined && more.length === 0, `the assertion does not have exactly one ${name}`);
  return child;
};

const textOf = (node: Node | undefined): string =>
  (typeof node === 'string' ? node : (node?._ ?? '')).trim();

/** The data of an accepted assertion. */
export interface AcceptedAssertion {
  readonly assertionId: string;
  /** The time until which the same assertion would be accepted again. */
  readonly endsAt: Date;
  /** Null if the name id isn't persistent. */
  readonly subject: string | null;
  readonly claims: Claims;
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** Checks the signed assertion by the rules of saml-profiles §4.1.4.3 that the library doesn't check. */
const acceptAssertion = (
  profile: Profile,
  party: SamlParty,
  requestId: string | null,
  now: Date,
): AcceptedAssertion => {
  // The library parsed this from the bytes whose signature it has checked.
  const parsed = profile.getAssertion?.() as { Assertion?: Node } | undefined;
  const assertion = parsed?.Assertion;
  const id = assertion?.$?.['ID'] ?? '';
  need(id !== '', 'the assertion has no id');
  need(
    textOf(onlyOne(assertion, 'Issuer')) === party.metadata.issuer,
    'the assertion is from another issuer',
  );
  const audience = onlyOne(onlyOne(assertion, 'Conditions'), 'AudienceRestriction');
  need(
    children(audience, 'Audience').some((one) => textOf(one) === party.entityId),
    'the assertion is for another audience',
  );
  const subject = onlyOne(assertion, 'Subject');
  const bearer = children(subject, 'SubjectConfirmation')
    .filter((one) => one.$?.['Method'] === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map((one) => children(one, 'SubjectConfirmationData')[0]?.$ ?? {});
  const fit = bearer.find((one) => {
    const end = Date.parse(one['NotOnOrAfter'] ?? '');
    const isInTime = end + skewMs > now.getTime() && one['NotBefore'] === undefined;
    return (
      isInTime && one['Recipient'] === party.acs && (one['InResponseTo'] ?? null) === requestId
    );
  });
  need(fit !== undefined, 'no bearer confirmation is for this recipient, request and time');
  const nameId = children(subject, 'NameID')[0];
  const claims = new Map<string, string[]>();
  if (textOf(nameId) !== '') claims.set('NameID', [textOf(nameId)]);
  for (const attribute of children(assertion, 'AttributeStatement').flatMap((one) =>
    children(one, 'Attribute'),
  )) {
    const values = children(attribute, 'AttributeValue')
      .map(textOf)
      .filter((value) => value !== '');
    const names = [attribute.$?.['Name'], attribute.$?.['FriendlyName']];
    for (const name of new Set(names))
      if (name !== undefined && values.length > 0)
        claims.set(name, [...(claims.get(name) ?? []), ...values]);
  }
  return {
    assertionId: id,
    endsAt: new Date(Date.parse(fit['NotOnOrAfter'] ?? '') + skewMs),
    subject: nameId?.$?.['Format'] === persistent && textOf(nameId) !== '' ? textOf(nameId) : null,
    claims,
  };
};

/**
 * Checks a response of the POST binding. `requestId` is the id of the request that it must answer. Null means that it
 * must answer none. Throws if anything doesn't match.
 */
export const redeemSaml = async (
  party: SamlParty,
  response: string,
  requestId: string | null,
  now: Date,
): Promise<AcceptedAssertion> => {
  checkRaw(Buffer.from(response, 'base64').toString('utf8'), party);
  const { profile } = await (
    await open(party, '_unused')
  ).validatePostResponseAsync({
    SAMLResponse: response,
  });
  need(profile !== null, 'the response contains no person');
  return acceptAssertion(profile, party, requestId, now);
};
