import { visibleText } from '#contract/visible-text.ts';
import { personId } from '../../../kernel/ids.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { Filter } from '../filters/filter.ts';
import {
  itemsOf,
  readOperations,
  shapeOf,
  singleOf,
  targetsOf,
  under,
  type WritableAttributes,
} from '../patch.ts';

const members = {
  name: 'members',
  parts: ['value', 'type', 'display', '$ref'],
  isList: true,
} as const;

export const groupShapes: WritableAttributes = {
  written: { displayname: { name: 'displayName' }, externalid: { name: 'externalId' }, members },
  readOnly: ['id', 'meta', 'schemas'],
  ignored: [],
};

const wrong = (name: string, reason: string) => problem('invalid_value', { name, reason });

/** Returns a name or an external id. */
const text = (value: unknown, name: string): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw wrong(name, 'it must be a string');
  const trimmed = visibleText(value);
  if (trimmed.length > 255) throw wrong(name, 'it is longer than 255 characters');
  return trimmed === '' ? null : trimmed;
};

const nameOf = (value: unknown): string => {
  const name = text(value, 'displayName');
  if (name === null) throw wrong('displayName', 'it is required');
  return name;
};

/** Returns ids of people. Groups within groups aren't stored. */
const idsOf = (value: unknown): number[] =>
  itemsOf(members, value).map(({ value: id, type }) => {
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw wrong('members', 'a group can contain people, not groups');
    const number = typeof id === 'string' ? personId(id) : null;
    if (number === null) throw wrong('members', 'a member’s value must be the id of a person');
    return number;
  });

/** The attributes of a group in a request. Undefined if missing. */
export interface GroupFields {
  readonly name: string | undefined;
  readonly externalId: string | null | undefined;
  readonly members: readonly number[] | undefined;
}

export const groupFieldsOf = (sent: Record<string, unknown>, isNew: boolean): GroupFields => {
  const name = under(sent, 'displayName');
  const externalId = under(sent, 'externalId');
  const list = under(sent, 'members');
  return {
    name: name === undefined && !isNew ? undefined : nameOf(name),
    externalId: externalId === undefined ? undefined : text(externalId, 'externalId'),
    members: list === undefined ? undefined : list === null ? [] : idsOf(list),
  };
};

/** Returns the members in a filter such as `members[value eq "2"]`, also with several conditions and `or`. */
const namedBy = (filter: Filter): number[] => {
  if (filter.kind === 'or') return [...namedBy(filter.left), ...namedBy(filter.right)];
  if (
    filter.kind !== 'compare' ||
    filter.op !== 'eq' ||
    filter.path.attribute !== 'value' ||
    typeof filter.value !== 'string'
  )
    throw problem('invalid_filter', { reason: 'members can only be filtered by value eq "…"' });
  const id = personId(filter.value);
  return id === null ? [] : [id];
};

/** A step of a PATCH request. The steps apply in order. */
export type GroupStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'externalId'; readonly externalId: string | null }
  | { readonly kind: 'add' | 'remove' | 'only'; readonly ids: readonly number[] };

/**
 * Returns the steps of a PATCH request. They aren't applied to a document, because a group can have too many members to
 * load.
 */
export const stepsOf = (body: Record<string, unknown>): GroupStep[] => {
  const steps: GroupStep[] = [];
  for (const { op, path, value } of targetsOf(readOperations(body))) {
    const shape = shapeOf(path, groupShapes);
    if (shape === null) continue;
    if (shape.name !== 'members') {
      if (path.filter !== null || path.sub !== null)
        throw problem('invalid_path', { reason: `${shape.name} has no sub-attributes` });
      if (shape.name === 'displayName')
        steps.push({ kind: 'name', name: nameOf(op === 'remove' ? null : singleOf(value)) });
      else
        steps.push({
          kind: 'externalId',
          externalId: op === 'remove' ? null : text(singleOf(value), 'externalId'),
        });
    } else if (path.filter !== null) {
      if (op !== 'remove')
        throw problem('invalid_path', { reason: 'members can be added and removed, not changed' });
      steps.push({ kind: 'remove', ids: namedBy(path.filter) });
    } else if (path.sub !== null && path.sub !== 'value')
      throw problem('invalid_path', { reason: 'members can only be filtered by their value' });
    else if (op === 'remove')
      steps.push(
        // Without a value, all members are removed. Some providers list the members to remove in the value, and the list can be empty.
        value === undefined || value === null
          ? { kind: 'only', ids: [] }
          : { kind: 'remove', ids: idsOf(value) },
      );
    else
      steps.push({ kind: op === 'add' ? 'add' : 'only', ids: value === null ? [] : idsOf(value) });
  }
  return steps;
};
