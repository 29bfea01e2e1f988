import type { Scope } from '../../kernel/context.ts';
import { problem } from '../../kernel/http/problem.ts';
import { listOf } from './calls.ts';
import { configDocument, schemaDocuments, typeDocuments } from './schemas.ts';

type One = { id: string };
type Documents = (origin: string) => Record<string, unknown>[];

/** For whoever has a key; what the provider tells of itself is no secret among them, and costs nothing. */
const told = (scope: Scope, documents: Documents): Record<string, unknown>[] => {
  if (scope.actor.kind !== 'key') throw problem('not_logged_in');
  return documents(scope.origin);
};
const one =
  (documents: Documents) =>
  async (scope: Scope, { id }: One) => {
    const found = told(scope, documents).find(
      (document) => String(document['id']).toLowerCase() === id.toLowerCase(),
    );
    if (found === undefined) throw problem('not_found');
    return found;
  };
const all = (documents: Documents) => async (scope: Scope) => {
  const found = told(scope, documents);
  return listOf(found, found.length, 1);
};

export const readConfig = async (scope: Scope) => {
  const [found = {}] = told(scope, (origin) => [configDocument(origin)]);
  return found;
};
export const listTypes = all(typeDocuments);
export const readType = one(typeDocuments);
export const listSchemas = all(schemaDocuments);
export const readSchema = one(schemaDocuments);
