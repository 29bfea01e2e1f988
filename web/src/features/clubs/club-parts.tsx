import { Link } from '@tanstack/react-router';
import type { Face } from '#contract/people/endpoints.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { nameOf } from '../people/person.ts';

/* Parts that several club lists share. */

/** A club's name in a list, linked to its page. */
export function ClubName({ club: { id, name } }: { club: { id: string; name: string } }) {
  return (
    <h3 className="min-w-0 text-base!">
      <Link
        to={paths.club}
        params={{ clubId: id }}
        dir="auto"
        className="page-start rounded-sm font-bold wrap-anywhere hover:underline"
      >
        {name}
      </Link>
    </h3>
  );
}

/** Classes of the link around an officer. */
export const officerLink =
  '-mx-2 flex min-h-13 items-center gap-3 rounded-control px-2 hover:bg-fill';

/** An officer with their position. The caller adds the link. */
export function OfficerFace({ officer }: { officer: Face & { position: string } }) {
  return (
    <>
      <Avatar name={nameOf(officer)} photoUrl={officer.photoUrl} size={2.5} />
      <span className="min-w-0">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {nameOf(officer)}
        </span>
        <span className="block text-sm text-ink-2">
          <bdi>{officer.position}</bdi>
        </span>
      </span>
    </>
  );
}
