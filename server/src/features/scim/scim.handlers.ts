import * as scim from '#contract/scim/endpoints.ts';
import type { Scope } from '../../kernel/context.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { orNotFound } from '../../kernel/sql.ts';
import { listOf } from './calls.ts';
import { configDocument, schemaDocuments, typeDocuments } from './schemas.ts';

type Document = Record<string, unknown>;

/** Everyone with a key can read the service's description. It contains no secrets and has no separate rate limit. */
const details = <T>(call: Scope, documents: (origin: string) => T): T => {
  if (call.actor.kind !== 'key') throw problem('not_logged_in');
  return documents(call.origin);
};

const listed = (documents: Document[]) => listOf(documents, documents.length, 1);

const named = (documents: Document[], id: string): Document =>
  orNotFound(documents.find((one) => String(one['id']).toLowerCase() === id.toLowerCase()));

export const scimHandlers = [
  handleWithoutTransaction(scim.readScimConfig, async (call) => details(call, configDocument)),
  handleWithoutTransaction(scim.listScimTypes, async (call) =>
    listed(details(call, typeDocuments)),
  ),
  handleWithoutTransaction(scim.readScimType, async (call, { id }) =>
    named(details(call, typeDocuments), id),
  ),
  handleWithoutTransaction(scim.listScimSchemas, async (call) =>
    listed(details(call, schemaDocuments)),
  ),
  handleWithoutTransaction(scim.readScimSchema, async (call, { id }) =>
    named(details(call, schemaDocuments), id),
  ),
];
