import { useQuery } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { schoolPictureKinds, type SchoolPictureKind } from '#contract/schools/pictures.ts';
import { papers, type Paper } from '#contract/schools/paper.ts';
import type { School } from '#contract/schools/endpoints.ts';
import { removeSchoolPicture, setSchoolPicture, updatePaper } from '#contract/schools/calls.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { applySchoolTheme } from '../../lib/school-theme.ts';
import { school, useSchool } from '../../lib/school.ts';
import { upload } from '../../lib/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useUpload } from '../../kit/use-upload.ts';
import { IdentityCard, identityQuery } from './identity-card.tsx';
import english from './messages/en.json';

addEnglish(english);

/** The school's name, color, logo and other basics, for admins. */
export function LookSection() {
  return (
    // The cards are shown together, because the first card would move the others.
    <WhenSettled queries={[useQuery(identityQuery())]} skeleton={['h-160', 'h-56', 'h-44']}>
      <div className="grid gap-4">
        <IdentityCard />
        {schoolPictureKinds.map((kind) => (
          <PictureCard key={kind} kind={kind} />
        ))}
        <PaperCard />
      </div>
    </WhenSettled>
  );
}

/** The paper size of badges, statements and transcripts. */
function PaperCard() {
  const { t } = useMessages();
  const current = useSchool();
  const put = useAction((paper: Paper) => call(updatePaper, { paper }), {
    success: t('look.saved'),
    onSuccess: ({ paper }) => school.set({ ...current, config: { ...current.config, paper } }),
  });
  return (
    <Card title={t('look.paper')} description={t('look.paperBody')}>
      <RadioGroup
        label={t('look.paper')}
        isLabelHidden
        value={put.pendingInput ?? current.config.paper}
        options={papers.map((value) => ({ value, label: value === 'A4' ? 'A4' : 'US Letter' }))}
        onChange={(paper) => put.run(paper)}
      />
    </Card>
  );
}

/** A picture with buttons to replace or remove it. Each change saves immediately. */
function PictureCard({ kind }: { kind: SchoolPictureKind }) {
  const { t } = useMessages();
  const { logo, school_favicon: favicon } = useSchool();
  const shown = kind === 'logo' ? logo : favicon;
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const show = (next: School) => {
    school.set(next);
    applySchoolTheme(next);
  };
  const put = useUpload(
    (file: Blob, way) => upload(setSchoolPicture, { kind, upload: file }, way),
    { onSuccess: show, success: t('look.saved') },
  );
  const remove = useAction(() => call(removeSchoolPicture, { kind }), {
    success: t('look.removed'),
    onSuccess(next) {
      show(next);
      // The button that had the focus is gone.
      chooser.current?.focus();
    },
  });
  return (
    <Card title={t(`look.${kind}`)} description={t(`look.${kind}Body`)}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        {/* In both color schemes, the preview has the page's background, where the picture mostly appears. */}
        <div className="grid h-24 w-40 max-w-full shrink-0 place-items-center rounded-card border border-line bg-canvas p-3">
          {shown ? (
            <img
              src={shown}
              alt={t(`look.${kind}`)}
              className="max-h-18 max-w-full object-contain"
            />
          ) : (
            <p className="text-center text-xs text-ink-2">{t(`look.none.${kind}`)}</p>
          )}
        </div>
        <div className="grid min-w-0 flex-1 basis-56 gap-2.5">
          <input
            ref={input}
            type="file"
            hidden
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file) put.run(file);
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              ref={chooser}
              icon={ImagePlus}
              isPending={put.isPending}
              onClick={() => input.current?.click()}
            >
              {t(shown ? 'look.replace' : 'look.upload')}
            </Button>
            {shown && (
              <Button icon={Trash2} isPending={remove.isPending} onClick={() => remove.run()}>
                {t('look.remove')}
              </Button>
            )}
          </div>
          {put.isPending ? (
            <ProgressBar label={t('look.upload')} share={put.share} />
          ) : (
            <p className="text-sm text-ink-2">{t('look.formats')}</p>
          )}
        </div>
      </div>
    </Card>
  );
}
