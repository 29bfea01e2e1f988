import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { schedulePost } from '#contract/posts/calls.ts';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { scheduledPages } from '../post-cache.ts';
import { usePublishNow, useShowPost } from '../posts.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** Shows when a scheduled post will be published, or why it wasn't, with actions. */
export function ScheduledPostActions({ post }: { post: Post }) {
  const { t, date } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const publish = usePublishNow();
  const { unpublished, can } = post;
  return (
    <>
      <Note
        tone={unpublished === null ? 'quiet' : 'warn'}
        icon={unpublished === null ? CalendarClock : TriangleAlert}
      >
        <p>
          {unpublished === null
            ? t('posting.scheduledFor', { when: date(post.publishedAt, 'moment') })
            : t(`posting.unpublished_${unpublished}`)}
        </p>
      </Note>
      {can.schedule && (
        <div className="flex flex-wrap gap-2">
          {can.publish && (
            <Button icon={Send} isPending={publish.isPending} onClick={() => publish.run(post)}>
              {t('posts.publishNow')}
            </Button>
          )}
          <Button icon={CalendarClock} variant="quiet" onClick={() => setOpen(true)}>
            {t('posting.reschedule')}
          </Button>
        </div>
      )}
      {isOpen && <RescheduleDialog post={post} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Draft {
  publishAt: string | null;
}

const { DateTimeField } = dateFieldsOf<Draft>();
const dayMs = 86_400_000;

function RescheduleDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t, date } = useMessages();
  const show = useShowPost();
  const client = useQueryClient();
  const [opened] = useState(Date.now);
  return (
    <FormDialog<Draft, Post>
      title={t('posting.rescheduleTitle')}
      submitLabel={t('posting.schedule')}
      defaultValues={{ publishAt: post.publishedAt }}
      validate={({ publishAt }) => ({
        publishAt: publishAt === null ? t('posting.timeMissing') : undefined,
      })}
      errorFields={{ post_time: 'publishAt' }}
      save={({ publishAt }) => call(schedulePost, { id: post.id, publishAt: publishAt ?? '' })}
      success={({ publishedAt }) =>
        t('posting.scheduledFor', { when: date(publishedAt, 'moment') })
      }
      onSuccess={(now) => {
        show(now);
        // The new time may change its position.
        void client.invalidateQueries({ queryKey: scheduledPages });
      }}
      onClose={onClose}
    >
      <DateTimeField
        name="publishAt"
        label={t('posting.time')}
        min={new Date(opened).toISOString()}
        max={new Date(opened + postLimits.days * dayMs).toISOString()}
      />
    </FormDialog>
  );
}
