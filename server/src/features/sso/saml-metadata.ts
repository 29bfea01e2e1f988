import { DOMParser } from '@xmldom/xmldom';
import { X509Certificate } from 'node:crypto';

/** The metadata of a SAML identity provider that sign-on needs (saml-metadata-2.0 §2.4.3). */
export interface SamlMetadata {
  readonly issuer: string;
  /** The address for requests by redirect. */
  readonly signOnUrl: string;
  /** Signing certificates, base64 of DER. There are several while the provider changes its key. */
  readonly certificates: readonly string[];
}

const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/**
 * Reads metadata of exactly one identity provider. Throws for anything else, and for documents with a DTD, because
 * metadata doesn't need entities.
 */
export const readSamlMetadata = (xml: string, isHttpAllowed: boolean): SamlMetadata => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new TypeError('the metadata has a document type');
  const fail = (message: string) => {
    throw new TypeError(message);
  };
  const document = new DOMParser({
    errorHandler: { error: fail, fatalError: fail, warning: () => undefined },
  }).parseFromString(xml, 'text/xml');
  const found = Array.from(document.getElementsByTagNameNS(metadataNs, 'EntityDescriptor')).filter(
    (entity) => entity.getElementsByTagNameNS(metadataNs, 'IDPSSODescriptor').length === 1,
  );
  const [entity] = found;
  if (entity === undefined || found.length > 1)
    throw new TypeError('the metadata does not describe exactly one identity provider');
  const [idp] = Array.from(entity.getElementsByTagNameNS(metadataNs, 'IDPSSODescriptor'));
  const issuer = entity.getAttribute('entityID')?.trim() ?? '';
  const services = Array.from(idp?.getElementsByTagNameNS(metadataNs, 'SingleSignOnService') ?? []);
  const signOnUrl =
    services
      .find((one) => one.getAttribute('Binding') === redirect)
      ?.getAttribute('Location')
      ?.trim() ?? '';
  const certificates = Array.from(idp?.getElementsByTagNameNS(metadataNs, 'KeyDescriptor') ?? [])
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(signatureNs, 'X509Certificate')))
    .map((one) => (one.textContent ?? '').replace(/\s+/g, ''));
  if (issuer === '' || issuer.length > 1000) throw new TypeError('the metadata has no entity id');
  const { protocol } = new URL(signOnUrl);
  if (protocol !== 'https:' && !(isHttpAllowed && protocol === 'http:'))
    throw new TypeError('the sign-on address is not https');
  if (certificates.length === 0 || certificates.length > 10)
    throw new TypeError('the metadata has no signing certificate');
  // Throws if one of them isn't a certificate.
  for (const one of certificates) certificateOf(one);
  return { issuer, signOnUrl, certificates: [...new Set(certificates)] };
};

const certificateOf = (base64: string): X509Certificate =>
  new X509Certificate(Buffer.from(base64, 'base64'));

/** Returns a certificate in the form that an admin compares. */
export const shownCertificate = (
  base64: string,
): { subject: string; fingerprint: string; validTo: string } => {
  const certificate = certificateOf(base64);
  return {
    subject: certificate.subject.split('\n').toReversed().join(', '),
    fingerprint: certificate.fingerprint256,
    validTo: certificate.validToDate.toISOString(),
  };
};
