import { DOMParser } from '@xmldom/xmldom';
import { problem } from '../../../kernel/http/problem.ts';

/* The XML of WebDAV (RFC 4918), CalDAV (RFC 4791) and collection synchronization (RFC 6578), as far as read-only calendars need it. */

export const dav = 'DAV:';
export const caldav = 'urn:ietf:params:xml:ns:caldav';
/** Calendar Server's namespace, in which phones request `getctag`. */
export const cs = 'http://calendarserver.org/ns/';
export const apple = 'http://apple.com/ns/ical/';

const prefixes: Readonly<Record<string, string>> = {
  [dav]: 'd',
  [caldav]: 'c',
  [cs]: 'cs',
  [apple]: 'a',
};

/** Escapes text for XML, and removes characters that XML can't contain. */
export const xmlText = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A requested property, by its namespace and name. */
export interface RequestedProperty {
  readonly namespace: string;
  readonly name: string;
}

/** A parsed request. */
export interface DavRequest {
  /** `propfind`, or the name of a report. Null for a request without a body, which requests all properties. */
  readonly root: string | null;
  readonly props: readonly RequestedProperty[] | null;
  readonly hrefs: readonly string[];
  readonly syncToken: string | null;
  readonly range: { readonly start: string | null; readonly end: string | null } | null;
}

const nothing: DavRequest = { root: null, props: null, hrefs: [], syncToken: null, range: null };

type XmlElement = ReturnType<DOMParser['parseFromString']>['documentElement'];

const childrenOf = (element: XmlElement): XmlElement[] =>
  Array.from(element.childNodes).filter((one): one is XmlElement => one.nodeType === 1);

/** Limits of a request. A calendar app asks for at most 40 properties in about ten namespaces. */
export const davLimits = {
  /** Property names in a request. */
  names: 100,
  /** Characters in a namespace. */
  namespace: 200,
  /** Attributes: the XML reader copies the namespaces in scope for each element that declares one. */
  attributes: 400,
  /** URLs in a `calendar-multiget`. */
  hrefs: 5_000,
  /** Depth of nested elements. */
  depth: 12,
  /** Bytes in a PROPFIND. Only a REPORT needs more, for its URLs. */
  propfindBytes: 32_768,
  /** Characters in a response. */
  answer: 16_000_000,
} as const;

/** Thrown if a request or response exceeds a limit. `open` of the documents turns it into a response. */
export class DavLimit extends Error {
  /** HTTP status: 413 if the request is too large, 507 if the response would be (RFC 4918, section 11.5). */
  readonly status: 413 | 507;
  constructor(status: 413 | 507, message: string) {
    super(message);
    this.status = status;
  }
}

const tooMuch = (message: string): DavLimit => new DavLimit(413, message);

const countOf = (text: string, sign: string): number => {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
};

/** Rejects a body that is expensive to parse, before parsing it or reading any data. */
export const checkBody = (method: string, body: string): void => {
  const { propfindBytes, names, hrefs, attributes } = davLimits;
  const isFind = method === 'PROPFIND';
  if (isFind && body.length > propfindBytes)
    throw tooMuch(`A PROPFIND can have ${propfindBytes} bytes.`);
  const tags = 4 * names + (isFind ? 0 : 2 * hrefs);
  if (countOf(body, '<') > tags) throw tooMuch(`A ${method} can have ${tags} tags.`);
  if (countOf(body, '"') + countOf(body, "'") > 2 * attributes)
    throw tooMuch(`A request can have ${attributes} attributes.`);
};

const checkDepth = (element: XmlElement, depth = 1): void => {
  if (depth > davLimits.depth)
    throw tooMuch(`A request can have ${davLimits.depth} elements inside each other.`);
  for (const child of childrenOf(element)) checkDepth(child, depth + 1);
};

/** Reads the names of a `prop` element without duplicates. */
const readNames = (prop: XmlElement): RequestedProperty[] => {
  const names = new Map<string, RequestedProperty>();
  for (const { namespaceURI, localName } of childrenOf(prop)) {
    const [namespace, name] = [namespaceURI ?? '', localName ?? ''];
    if (namespace.length > davLimits.namespace)
      throw tooMuch(`A namespace can have ${davLimits.namespace} characters.`);
    names.set(propertyKey(namespace, name), { namespace, name });
    if (names.size > davLimits.names)
      throw tooMuch(`A request can ask for ${davLimits.names} properties.`);
  }
  return [...names.values()];
};

/**
 * Parses the body of a PROPFIND or REPORT. Rejects documents with a DTD, because entities are only useful for attacks.
 * Throws `invalid_input` for malformed XML and `DavLimit` if a limit is exceeded.
 */
export const readDavRequest = (method: string, body: string): DavRequest => {
  if (body.trim() === '') return nothing;
  const fail = (): never => {
    throw problem('invalid_input');
  };
  checkBody(method, body);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(body)) return fail();
  const document = new DOMParser({
    errorHandler: { error: fail, fatalError: fail, warning: () => undefined },
  }).parseFromString(body, 'text/xml');
  const root = document.documentElement as XmlElement | null;
  if (root === null) return fail();
  checkDepth(root);
  const parts = childrenOf(root);
  const named = (name: string) => parts.find(({ localName }) => localName === name);
  const prop = named('prop');
  const range = Array.from(root.getElementsByTagNameNS(caldav, 'time-range'))[0];
  const hrefs = parts.filter(({ localName }) => localName === 'href');
  if (hrefs.length > davLimits.hrefs)
    throw tooMuch(`A request can name ${davLimits.hrefs} addresses.`);
  return {
    root: root.localName,
    props: prop === undefined ? null : readNames(prop),
    hrefs: hrefs.map(({ textContent }) => (textContent ?? '').trim()),
    syncToken: named('sync-token')?.textContent?.trim() ?? null,
    range: range
      ? { start: range.getAttribute('start') || null, end: range.getAttribute('end') || null }
      : null,
  };
};

/** Properties of a resource: their XML, by namespace and name. */
export type Properties = ReadonlyMap<string, string>;
export const propertyKey = (namespace: string, name: string): string => `${namespace} ${name}`;

const element = ({ namespace, name }: RequestedProperty, inner: string): string => {
  const prefix = prefixes[namespace];
  // Unknown names are returned as they were requested.
  const [tag, more] =
    prefix === undefined
      ? [`x:${name}`, ` xmlns:x="${xmlText(namespace)}"`]
      : [`${prefix}:${name}`, ''];
  return inner === '' ? `<${tag}${more}/>` : `<${tag}${more}>${inner}</${tag}>`;
};

const status = (code: string) => `<d:status>HTTP/1.1 ${code}</d:status>`;

/**
 * Builds a multistatus response. Lists a missing property only for the first resource that lacks it. Clients treat an omitted
 * property as missing, as with `Prefer: return=minimal` (RFC 8144, section 2.1), and repeating the list for 2,000 resources
 * would make the response much larger than the request.
 */
export class Multistatus {
  readonly #asked: readonly RequestedProperty[] | null;
  readonly #parts: string[] = [];
  readonly #missing = new Set<string>();
  #length = 0;

  /** `asked` is null if the client asks for all properties. */
  constructor(asked: readonly RequestedProperty[] | null) {
    this.#asked = asked;
  }

  #add(part: string): this {
    this.#length += part.length;
    if (this.#length > davLimits.answer)
      throw new DavLimit(507, 'The response would be too large. Request a shorter time range.');
    this.#parts.push(part);
    return this;
  }

  /** Adds a resource with its found and missing properties. */
  add(href: string, properties: Properties): this {
    const wanted =
      this.#asked ??
      [...properties.keys()].map((key) => {
        const [namespace = '', name = ''] = key.split(' ');
        return { namespace, name };
      });
    const found: string[] = [];
    const missing: string[] = [];
    for (const one of wanted) {
      if (!/^[\w.-]{1,80}$/.test(one.name)) continue;
      const key = propertyKey(one.namespace, one.name);
      const inner = properties.get(key);
      if (inner !== undefined) found.push(element(one, inner));
      else if (!this.#missing.has(key)) {
        this.#missing.add(key);
        missing.push(element(one, ''));
      }
    }
    const stat = (parts: readonly string[], code: string) =>
      parts.length === 0
        ? ''
        : `<d:propstat><d:prop>${parts.join('')}</d:prop>${status(code)}</d:propstat>`;
    const stats = stat(found, '200 OK') + stat(missing, '404 Not Found');
    return this.#add(
      `<d:response><d:href>${xmlText(href)}</d:href>${stats === '' ? status('200 OK') : stats}</d:response>`,
    );
  }

  /** Adds a resource that doesn't exist or was deleted. */
  addGone(href: string): this {
    return this.#add(
      `<d:response><d:href>${xmlText(href)}</d:href>${status('404 Not Found')}</d:response>`,
    );
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Returns the XML. `more` is added after the resources. */
  text(more = ''): string {
    return `<?xml version="1.0" encoding="utf-8"?>\n<d:multistatus${namespaces}>${this.#parts.join('')}${more}</d:multistatus>`;
  }
}

const namespaces = Object.entries(prefixes)
  .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
  .join('');

export const davError = (inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<d:error${namespaces}>${inner}</d:error>`;
