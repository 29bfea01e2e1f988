import { DOMParser } from '@xmldom/xmldom';
import { problem } from '../../../kernel/http/problem.ts';

/* The XML of WebDAV (RFC 4918), CalDAV (RFC 4791) and collection synchronization (RFC 6578), as far as calendars that are only read need it. */

export const dav = 'DAV:';
export const caldav = 'urn:ietf:params:xml:ns:caldav';
/** Calendar Server, from which phones know `getctag`. */
export const cs = 'http://calendarserver.org/ns/';
export const apple = 'http://apple.com/ns/ical/';

const prefixes: Readonly<Record<string, string>> = {
  [dav]: 'd',
  [caldav]: 'c',
  [cs]: 'cs',
  [apple]: 'a',
};

/** Text as XML; what no document can hold is left out. */
export const xmlText = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A property that is asked for, by its namespace and name. */
export interface Asked {
  readonly namespace: string;
  readonly name: string;
}

/** What a request asks for. */
export interface DavRequest {
  /** `propfind`, or the name of a report; null: a request without a body, which asks for all. */
  readonly root: string | null;
  readonly props: readonly Asked[] | null;
  readonly hrefs: readonly string[];
  readonly syncToken: string | null;
  readonly range: { readonly start: string | null; readonly end: string | null } | null;
}

const nothing: DavRequest = { root: null, props: null, hrefs: [], syncToken: null, range: null };

type XmlElement = ReturnType<DOMParser['parseFromString']>['documentElement'];

const childrenOf = (element: XmlElement): XmlElement[] =>
  Array.from(element.childNodes).filter((one): one is XmlElement => one.nodeType === 1);

const hrefsMost = 5_000;

/** Reads a request. Documents with a DTD are not read: entities do no good here. */
export const readDavRequest = (body: string): DavRequest => {
  if (body.trim() === '') return nothing;
  const fail = (): never => {
    throw problem('invalid_input');
  };
  if (/<!(?:DOCTYPE|ENTITY)/i.test(body)) return fail();
  const document = new DOMParser({
    errorHandler: { error: fail, fatalError: fail, warning: () => undefined },
  }).parseFromString(body, 'text/xml');
  const root = document.documentElement as XmlElement | null;
  if (root === null) return fail();
  const parts = childrenOf(root);
  const named = (name: string) => parts.find(({ localName }) => localName === name);
  const prop = named('prop');
  const range = Array.from(root.getElementsByTagNameNS(caldav, 'time-range'))[0];
  return {
    root: root.localName,
    props:
      prop === undefined
        ? null
        : childrenOf(prop).map(({ namespaceURI, localName }) => ({
            namespace: namespaceURI ?? '',
            name: localName ?? '',
          })),
    hrefs: parts
      .filter(({ localName }) => localName === 'href')
      .slice(0, hrefsMost)
      .map(({ textContent }) => (textContent ?? '').trim()),
    syncToken: named('sync-token')?.textContent?.trim() ?? null,
    range: range
      ? { start: range.getAttribute('start') || null, end: range.getAttribute('end') || null }
      : null,
  };
};

/** Properties of a resource: what they hold, as XML, by namespace and name. */
export type Properties = ReadonlyMap<string, string>;
export const propertyKey = (namespace: string, name: string): string => `${namespace} ${name}`;

const element = ({ namespace, name }: Asked, inner: string): string => {
  const prefix = prefixes[namespace];
  // A name that nobody here knows is answered as it was asked.
  const [tag, more] =
    prefix === undefined
      ? [`x:${name}`, ` xmlns:x="${xmlText(namespace)}"`]
      : [`${prefix}:${name}`, ''];
  return inner === '' ? `<${tag}${more}/>` : `<${tag}${more}>${inner}</${tag}>`;
};

const status = (code: string) => `<d:status>HTTP/1.1 ${code}</d:status>`;

/** What is answered of a resource: what of it was asked and is there, and what is not. */
export const response = (
  href: string,
  properties: Properties,
  asked: readonly Asked[] | null,
): string => {
  const wanted =
    asked ??
    [...properties.keys()].map((key) => {
      const [namespace = '', name = ''] = key.split(' ');
      return { namespace, name };
    });
  const found: string[] = [];
  const missing: string[] = [];
  for (const one of wanted) {
    if (!/^[\w.-]{1,80}$/.test(one.name)) continue;
    const inner = properties.get(propertyKey(one.namespace, one.name));
    if (inner === undefined) missing.push(element(one, ''));
    else found.push(element(one, inner));
  }
  const stat = (parts: readonly string[], code: string) =>
    parts.length === 0
      ? ''
      : `<d:propstat><d:prop>${parts.join('')}</d:prop>${status(code)}</d:propstat>`;
  const stats = stat(found, '200 OK') + stat(missing, '404 Not Found');
  return `<d:response><d:href>${xmlText(href)}</d:href>${stats === '' ? status('200 OK') : stats}</d:response>`;
};

/** What is answered of a resource that is not there, or no more. */
export const goneResponse = (href: string): string =>
  `<d:response><d:href>${xmlText(href)}</d:href>${status('404 Not Found')}</d:response>`;

const namespaces = Object.entries(prefixes)
  .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
  .join('');

export const multistatus = (responses: readonly string[], more = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<d:multistatus${namespaces}>${responses.join('')}${more}</d:multistatus>`;

export const davError = (inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<d:error${namespaces}>${inner}</d:error>`;
