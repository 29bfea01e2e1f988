import { Link } from '@tanstack/react-router';
import type { StoredFile } from '#contract/storage/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { conversationLink, paths } from '../../paths.ts';

type Place = StoredFile['uses'][number];

/** Names an item that uses a file, with a link if the item has a page. */
export function PlaceLink({ place }: { place: Place }) {
  const { t } = useMessages();
  const { title } = place;
  const kind = t(`storage.in.${place.place}`);
  const words = title === null ? kind : t('storage.named', { place: kind, title });
  const link = linkOf(place);
  return link === null ? (
    <span>{words}</span>
  ) : (
    <Link {...link} className="text-link touch:-my-1 touch:py-1">
      {words}
    </Link>
  );
}

function linkOf({ place, id, message }: Place) {
  if (place === 'transcript') return { to: paths.adminRecord };
  if (place === 'draft')
    return id === null ? { to: paths.home } : { to: paths.club, params: { clubId: id } };
  if (place === 'club_registration')
    return id === null
      ? { to: paths.clubRegistrations }
      : { to: paths.clubApplication, params: { applicationId: id } };
  if (id === null) return null;
  switch (place) {
    case 'chat':
      return {
        ...conversationLink(id),
        ...(message !== null && { search: { message } }),
      };
    case 'post':
      return { to: paths.post, search: { id } };
    case 'survey':
      return { to: paths.survey, params: { surveyId: id } };
    case 'event':
      return { to: paths.event, params: { eventId: id } };
    case 'job':
      return { to: paths.job, params: { jobId: id } };
    case 'club':
      return { to: paths.club, params: { clubId: id } };
    case 'budget_request':
      return { to: paths.budgetRequest, params: { requestId: id } };
    case 'experience':
      return { to: paths.experience, params: { entryId: id } };
    case 'deleted_post':
      return null;
  }
}
