import { type Scope, transact } from '../../../kernel/context.ts';
import type { OpenAttachment } from '../../../kernel/http/attachments.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { personId } from '../../../kernel/ids.ts';
import { isGoodAddress } from './file-address.ts';
import { selectOpenable } from './files.queries.ts';

/** Reads stored pieces one after another, as one file. */
export async function* readPieces(
  scope: Pick<Scope, 'files' | 'school'>,
  names: readonly string[],
): AsyncGenerator<Buffer> {
  for (const name of names) {
    const found = await scope.files.get(scope.school.school_id, name);
    if (found === null) throw problem('not_found');
    for await (const chunk of found.stream) yield chunk as Buffer;
  }
}

/** Opens a file by its signed address, for the kernel to send; null where there is none for this address. */
export const openChatFile: OpenAttachment = async (
  scope,
  { conversation = '', file = '', form, until = '', mark = '' },
) => {
  if (form !== 'whole' && form !== 'small') return null;
  const place = {
    conversation: conversation === '0' ? 0 : (personId(conversation) ?? -1),
    file: personId(file) ?? -1,
    form,
  } as const;
  if (!isGoodAddress(scope, scope.school.school_id, place, { until, mark })) return null;
  const found = await transact(
    scope,
    ({ db }) => selectOpenable(db, place.conversation, place.file),
    { readOnly: true },
  );
  if (found === undefined) return null;
  // Only what was encoded here is shown in a page; anything else is saved to disk.
  const inlineType = found.thumbnail === null ? null : found.type;
  if (form === 'whole')
    return { name: found.name, inlineType, bytes: readPieces(scope, found.pieces) };
  return found.thumbnail === null
    ? null
    : { name: found.name, inlineType, bytes: readPieces(scope, [found.thumbnail]) };
};
