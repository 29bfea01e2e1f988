import type { User } from '#contract/people.ts';
import { useMessages } from '../../lib/messages.ts';
import { FaceStack } from '../../ui/face-stack.tsx';

/** `12 mutual` beside up to three faces. */
export function MutualsShort({ person, isFaceless = false }: { person: User; isFaceless?: boolean }) {
  const { t } = useMessages();
  if (person.mutualCount === 0) return null;
  return (
    <span className="flex items-center gap-2 text-xs whitespace-nowrap text-ink-2">
      {!isFaceless && <FaceStack people={person.mutuals} total={0} shown={3} size={1.375} />}
      {t('people.mutual', { count: person.mutualCount })}
    </span>
  );
}

/** The strip of a profile: up to 40 faces, and who is among them in words. */
export function MutualsStrip({ person }: { person: User }) {
  const { t, list } = useMessages();
  if (person.mutualCount === 0) return null;
  const names = list(person.mutuals.slice(0, 2).map((one) => one.firstName || one.lastName));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
      <FaceStack people={person.mutuals} total={0} shown={5} size={1.75} />
      <p className="min-w-48 flex-1 text-pretty">
        {person.mutualCount > 2
          ? t('people.mutualsAmong', { count: person.mutualCount, names })
          : t('people.mutualsWith', { count: person.mutualCount, names })}
      </p>
    </div>
  );
}
