import type { SsoProvider } from '#contract/sso/endpoints.ts';
import { OutboundError, type Outbound } from '../../kernel/outbound/outbound.ts';
import { problem, type Problem } from '../../kernel/http/problem.ts';
import { outboundFailure, readOidcMetadata, type OidcMetadata } from './oidc.ts';
import { readSamlMetadata, type SamlMetadata } from './saml-metadata.ts';

export type ReadError = NonNullable<SsoProvider['readError']>;

/** A failed reading of a provider's metadata, with its reason. */
export class ReadingFailed extends Error {
  override name = 'ReadingFailed';
  readonly why: ReadError;
  constructor(why: ReadError, cause?: unknown) {
    super(`metadata was not read: ${why}`, { cause });
    this.why = why;
  }
}

const failedAs = (error: unknown): ReadingFailed =>
  new ReadingFailed(outboundFailure(error)?.reason ?? 'content', error);

/** Returns the error for the person who started the reading. */
export const readingError = (error: unknown): Problem => {
  const why = error instanceof ReadingFailed ? error.why : 'content';
  if (why === 'private') return problem('sso_private_address');
  return problem(
    why === 'content' || why === 'issuer_changed' ? 'sso_metadata_unreadable' : 'sso_unreachable',
  );
};

/** Reads metadata from text. Accepts sign-on addresses with http only if this server can call such addresses. */
export const readSamlText = (xml: string, isHttpAllowed: boolean): SamlMetadata => {
  try {
    return readSamlMetadata(xml, isHttpAllowed);
  } catch (error) {
    throw failedAs(error);
  }
};

/** Reads SAML metadata from an address. */
export const readSamlAddress = async (outbound: Outbound, url: string): Promise<SamlMetadata> => {
  const answer = await outbound(url).catch((error: unknown) => {
    throw failedAs(
      error instanceof OutboundError ? error : new OutboundError('unreachable', error),
    );
  });
  if (answer.status !== 200) throw new ReadingFailed('answer');
  return readSamlText(await answer.text(), url.startsWith('http:'));
};

/** Reads the discovery document of an issuer. */
export const readOidcAddress = async (
  outbound: Outbound,
  issuer: string,
): Promise<OidcMetadata> => {
  if (URL.parse(issuer) === null) throw new ReadingFailed('address');
  try {
    return await readOidcMetadata(outbound, issuer);
  } catch (error) {
    const status = (error as { cause?: { status?: unknown } } | null)?.cause?.status;
    throw typeof status === 'number' && status !== 200
      ? new ReadingFailed('answer', error)
      : failedAs(error);
  }
};

/** Reads a provider's metadata again. Throws if it is of another provider, because links depend on its subjects. */
export const rereadMetadata = async (
  outbound: Outbound,
  provider: { kind: string; issuer: string; metadata_url: string | null },
): Promise<OidcMetadata | SamlMetadata | null> => {
  if (provider.metadata_url === null) return null;
  const read =
    provider.kind === 'oidc'
      ? await readOidcAddress(outbound, provider.metadata_url)
      : await readSamlAddress(outbound, provider.metadata_url);
  if (read.issuer !== provider.issuer) throw new ReadingFailed('issuer_changed');
  return read;
};
