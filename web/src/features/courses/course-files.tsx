import { useQuery } from '@tanstack/react-query';
import { FileText, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteCourseLink } from '#contract/courses/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { filesQuery, staleFiles } from './courses.data.ts';
import { LinkDialog } from './link-dialog.tsx';

/** Links to the files and pages of a course. Teachers can add them here. */
export function CourseFiles({ id, canTeach }: { id: string; canTeach: boolean }) {
  const { t } = useMessages();
  const query = useQuery(filesQuery(id));
  const [isAdding, setAdding] = useState(false);
  const remove = useAction((link: string) => call(deleteCourseLink, { id: link }), {
    confirm: () => ({
      title: t('courses.deleteLink'),
      body: t('courses.deleteLinkBody'),
      confirmLabel: t('courses.delete'),
      isDanger: true,
    }),
    invalidates: staleFiles,
    success: t('courses.deleted'),
  });
  return (
    <div className="grid gap-4">
      {canTeach && (
        <Button
          variant="primary"
          icon={Plus}
          className="justify-self-start"
          onPointerEnter={preloadDialog}
          onClick={() => setAdding(true)}
        >
          {t('courses.addLink')}
        </Button>
      )}
      <QueryBoundary
        query={query}
        showsRefetchError
        empty={{ icon: FileText, title: t('courses.noFiles') }}
      >
        {({ items }) => (
          <RowList isCard label={t('courses.tab_files')}>
            {items.map((file) => (
              <Row
                key={file.id}
                mark={
                  <RowIcon>
                    <FileText size={20} strokeWidth={1.75} aria-hidden />
                  </RowIcon>
                }
                title={
                  <a href={file.url} target="_blank" rel="noreferrer" className="hover:underline">
                    {file.title}
                  </a>
                }
                lines={[<bdi key="module">{file.module}</bdi>]}
                end={
                  file.canDelete && (
                    <IconButton
                      icon={Trash2}
                      label={t('courses.deleteNamed', { title: file.title })}
                      onClick={() => remove.run(file.id)}
                    />
                  )
                }
              />
            ))}
          </RowList>
        )}
      </QueryBoundary>
      {isAdding && (
        <LinkDialog
          course={id}
          module={query.data?.items.at(-1)?.module ?? ''}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
