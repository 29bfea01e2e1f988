import { clubEmailAudiences } from '#contract/club-emails/limits.ts';
import type { ClubEmail, ClubEmailAudience } from '#contract/club-emails/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import type { AudienceProps, EmailDetails } from '../newsletters/email-editor-config.ts';

/** Returns the tags of the club's members. They load together with a club's emails. */
const tagsOf = (email: EmailDetails<ClubEmailAudience> & Partial<Pick<ClubEmail, 'clubTags'>>) =>
  email.clubTags ?? [];

/** Selects which members get an email. */
export function MemberAudience({ email, audience, onChange }: AudienceProps<ClubEmailAudience>) {
  const { t } = useMessages();
  const tags = [...new Set([...tagsOf(email), ...audience.tags])];
  return (
    <>
      <RadioGroup
        label={t('newsletters.audience')}
        isLabelHidden
        value={audience.who}
        options={clubEmailAudiences.map((value) => ({
          value,
          label: t(`clubEmails.audience_${value}`),
        }))}
        onChange={(who) => onChange({ ...audience, who })}
      />
      {audience.who === 'tags' &&
        (tags.length === 0 ? (
          <p className="text-sm text-ink-2">{t('clubEmails.tagsNone')}</p>
        ) : (
          <fieldset className="grid">
            <legend className="mb-1 text-sm font-bold">{t('clubEmails.tags')}</legend>
            {tags.map((tag) => (
              <Checkbox
                key={tag}
                label={tag}
                isChecked={audience.tags.includes(tag)}
                onChange={(isOn) =>
                  onChange({
                    ...audience,
                    tags: isOn
                      ? [...audience.tags, tag]
                      : audience.tags.filter((one) => one !== tag),
                  })
                }
              />
            ))}
          </fieldset>
        ))}
    </>
  );
}

/** Shows which members get an email. */
export function MemberRecipients({ audience: { who, tags } }: { audience: ClubEmailAudience }) {
  const { t, list } = useMessages();
  return (
    <p className="text-sm text-ink-2">
      {who === 'tags'
        ? t('clubEmails.toTags', { tags: list(tags) })
        : t('clubEmails.to', { who: t(`clubEmails.audience_${who}`) })}
    </p>
  );
}
