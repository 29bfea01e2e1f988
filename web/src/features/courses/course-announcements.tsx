import { useQuery } from '@tanstack/react-query';
import { Megaphone, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AcademicAnnouncement } from '#contract/courses/endpoints.ts';
import { deleteCourseAnnouncement } from '#contract/courses/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { courseNewsQuery, staleAnnouncements } from './courses.data.ts';

/** The announcements of a course. Teachers can write them here. */
export function CourseAnnouncements({ id, canTeach }: { id: string; canTeach: boolean }) {
  const { t } = useMessages();
  const query = useQuery(courseNewsQuery(id));
  const [edited, setEdited] = useState<AcademicAnnouncement | 'new' | null>(null);
  return (
    <div className="grid gap-4">
      {canTeach && (
        <Button
          variant="primary"
          icon={Plus}
          className="justify-self-start"
          onPointerEnter={preloadDialog}
          onClick={() => setEdited('new')}
        >
          {t('courses.announce')}
        </Button>
      )}
      <QueryBoundary
        query={query}
        showsRefetchError
        empty={{
          icon: Megaphone,
          title: t('courses.noAnnouncements'),
          ...(canTeach && { body: t('courses.noAnnouncementsTeacher') }),
        }}
      >
        {({ items }) => (
          <ul className="grid gap-4">
            {items.map((one) => (
              <Announcement key={one.id} announcement={one} onEdit={() => setEdited(one)} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {edited !== null && (
        <AnnouncementDialog
          course={id}
          announcement={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

function Announcement({
  announcement: one,
  onEdit,
}: {
  announcement: AcademicAnnouncement;
  onEdit: () => void;
}) {
  const { t, date } = useMessages();
  const remove = useAction(() => call(deleteCourseAnnouncement, { id: one.id }), {
    confirm: () => ({
      title: t('courses.deleteAnnouncement'),
      body: t('courses.deleteAnnouncementBody'),
      confirmLabel: t('courses.delete'),
      isDanger: true,
    }),
    invalidates: staleAnnouncements,
    success: t('courses.deleted'),
  });
  return (
    <li className="card grid gap-2 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 wrap-anywhere" dir="auto">
          {one.title}
        </h2>
        {one.isNew && <Pill tone="brand">{t('courses.new')}</Pill>}
        {one.canDelete && (
          <span className="flex">
            {one.canEdit && (
              <IconButton
                icon={Pencil}
                label={t('courses.editNamed', { title: one.title })}
                onClick={onEdit}
              />
            )}
            <IconButton
              icon={Trash2}
              label={t('courses.deleteNamed', { title: one.title })}
              isPending={remove.isPending}
              onClick={() => remove.run()}
            />
          </span>
        )}
      </div>
      <p className="text-sm text-ink-2">
        {one.author !== null && (
          <>
            <bdi>{one.author}</bdi>
            {' • '}
          </>
        )}
        <time dateTime={one.postedAt}>{date(one.postedAt, 'moment')}</time>
      </p>
      <SafeHtml html={one.body} className="rich-text wrap-anywhere" />
      {one.url !== null && (
        <a
          href={one.url}
          target="_blank"
          rel="noreferrer"
          className="justify-self-start text-sm text-brand-text underline"
        >
          {t('courses.openAnnouncement')}
        </a>
      )}
    </li>
  );
}
