export const errors = {
  'error.bad_encoding':
    'Einige Zeichen lassen sich nicht lesen. Gib den Text neu ein und versuch es noch einmal.',
  'error.bad_json':
    'Die Anfrage lässt sich nicht lesen. Lade die Seite neu und versuch es noch einmal.',
  'error.unknown_filter':
    'Einen der Filter gibt es nicht mehr. Setze die Filter zurück und versuch es noch einmal.',
  'error.unknown_ordering': 'Diese Sortierung gibt es nicht. Wähl eine andere.',
  'error.unknown_property':
    'Eines der Felder gibt es nicht mehr. Lade die Seite neu und versuch es noch einmal.',
  'error.bad_cursor': 'Diese Liste hat sich geändert. Lade die Seite neu, um sie zu sehen.',
  'error.page_too_large': 'Das sind zu viele Zeilen auf einmal. Frag weniger ab.',
  'error.body_too_large': 'Das ist zu viel auf einmal. Kürze es und versuch es noch einmal.',
  'error.unsupported_media_type':
    'Der Server kann dieses Format nicht lesen. Lade die Seite neu und versuch es noch einmal.',
  'error.upload_too_large': 'Diese Datei ist zu groß. Wähl eine kleinere.',
  'error.upload_cut_off': 'Das Hochladen wurde unterbrochen. Versuch es noch einmal.',
  'error.picture_format':
    'Dieser Dateityp wird nicht unterstützt. Wähl ein JPEG, PNG, WebP, AVIF oder GIF.',
  'error.picture_heic':
    'HEIC wird nicht unterstützt. Speichere das Foto als JPEG und versuch es noch einmal.',
  'error.picture_pixels': 'Dieses Bild hat zu viele Pixel. Wähl ein kleineres.',
  'error.picture_damaged': 'Dieses Bild ist beschädigt. Wähl ein anderes.',
  'error.picture_slow':
    'Die Verarbeitung dieses Bildes hat zu lange gedauert. Versuch ein kleineres.',
  'error.picture_changed':
    'Das Bild wurde an anderer Stelle geändert. Sieh es dir an, bevor du speicherst.',
  'error.unknown_school': 'Unter dieser Adresse gibt es keine Hochschule. Prüfe die Webadresse.',
  'error.method_not_allowed':
    'Diese Adresse kann das nicht. Lade die Seite neu und versuch es noch einmal.',
  'error.sign_in_again':
    'Deine Anmeldung ist schon eine Weile her. Melde dich neu an und versuch es binnen weniger Minuten noch einmal.',
  'error.missing_scope':
    'Diesem Schlüssel fehlt die nötige Berechtigung. Erstelle einen, der sie hat.',
  'error.not_for_keys': 'Mit API-Schlüsseln geht das nicht. Melde dich an und mach es selbst.',
  'error.csrf_failed':
    'Deine Sitzung hat sich geändert. Lade die Seite neu und versuch es noch einmal.',
  'error.cross_site_refused':
    'Von einer anderen Website aus geht das nicht. Öffne den Campus selbst und versuch es noch einmal.',
  'error.connect_off':
    'Deine Hochschule hat Verbindungen ausgeschaltet. Im Verzeichnis findest du weiterhin alle.',
  'error.field_locked':
    'Deine Hochschule legt fest, wer das sieht. Bitte einen Admin, es zu ändern.',
  'error.own_profile': 'Du kannst dich nicht mit dir selbst verbinden. Wähl jemand anderen.',
  'error.transition_refused':
    'Diese Verbindung hat sich inzwischen geändert. Lade die Seite neu, um den Stand zu sehen.',
  'error.last_admin': 'Es muss mindestens einen Admin geben. Mach zuerst jemand anderen zum Admin.',
  'error.cannot_block':
    'Admins können nicht blockieren und nicht blockiert werden. Melde die Person stattdessen.',
  'error.report_changed':
    'Jemand anderes hat diese Meldung geändert. Lade die Seite neu, um sie zu sehen.',
  'error.import_too_old':
    'Dieser Import ist zu alt, um ihn rückgängig zu machen. Importiere stattdessen berichtigte Dateien.',
  'error.import_too_large':
    'Diese Dateien sind zu groß oder zu viele. Entferne die Fotos, oder importiere sie in Teilen.',
  'error.ending_not_confirmed':
    'Gib die Anzahl der Personen ein, die deaktiviert werden, um fortzufahren.',
  'error.invalid_filter': 'Dieser Filter ist ungültig. Prüfe seine Schreibweise.',
  'error.invalid_path': 'Dieser Pfad ist ungültig. Prüfe seine Schreibweise.',
  'error.invalid_syntax':
    'Die Anfrage ist nicht richtig aufgebaut. Vergleiche sie mit der Dokumentation.',
  'error.invalid_value': 'Einer der Werte ist ungültig. Prüfe ihn und versuch es noch einmal.',
  'error.no_target': 'Unter diesem Pfad gibt es nichts. Prüfe ihn und versuch es noch einmal.',
  'error.read_only_attribute':
    'Einer der Werte lässt sich nicht ändern. Lass ihn weg und versuch es noch einmal.',
  'error.not_unique': 'Das benutzt schon jemand anderes. Wähl etwas anderes.',
  'error.version_mismatch':
    'Jemand anderes hat das inzwischen geändert. Lade neu und versuch es noch einmal.',
  'error.newsletter_changed':
    'Jemand anderes hat diesen Newsletter bearbeitet. Lade die Seite neu, um die andere Fassung zu sehen.',
  'error.newsletter_sent':
    'Dieser Newsletter ist schon geplant oder gesendet. Dupliziere ihn, um etwas zu ändern.',
  'error.newsletter_unfinished': 'Gib ihm zuerst einen Titel und etwas Inhalt.',
  'error.newsletter_time': 'Wähl einen Zeitpunkt in der Zukunft, der nicht zu weit entfernt ist.',
  'error.unsubscribe_invalid':
    'Dieser Link ist unvollständig. Öffne ihn noch einmal aus der E-Mail, oder ändere deine Einstellungen in der App.',
  'error.not_shared':
    'Dieses Profil ist nicht öffentlich. Melde dich an, wenn du zu dieser Schule gehörst.',
  'error.sharing_off':
    'Deine Schule hat öffentliche Profile ausgeschaltet. Bitte einen Admin, sie einzuschalten.',
  'error.too_many_links': 'Du hast die Höchstzahl aktiver Links erreicht. Widerrufe zuerst einen.',
  'error.chat_not_allowed': 'Du kannst dieser Person nicht schreiben. Wähl jemand anderen.',
  'error.chat_self': 'Du kannst keine Unterhaltung mit dir selbst beginnen. Wähl jemand anderen.',
  'error.chat_left':
    'Du gehörst nicht mehr zu dieser Unterhaltung. Bitte jemanden darin, dich hinzuzufügen.',
  'error.chat_empty': 'Schreib zuerst etwas oder häng eine Datei an.',
  'error.chat_file_gone': 'Ein Anhang ist nicht mehr verfügbar. Häng ihn noch einmal an.',
  'error.upload_unsafe': 'Diese Datei kann nicht gesendet werden. Wähl eine andere.',
  'error.chat_too_late': 'Diese Nachricht ist zu alt zum Bearbeiten. Löschen kannst du sie noch.',
  'error.chat_too_many_pinned': 'Mehr Unterhaltungen lassen sich nicht anheften. Löse erst eine.',
  'error.too_many_uploads':
    'Zu viele Dateien warten auf das Senden. Sende oder entferne zuerst einige.',
  'error.chat_full':
    'Diese Gruppe ist voll. Entferne zuerst jemanden, oder beginne eine andere Gruppe.',
  'error.chat_reaction': 'Diese Reaktion kannst du nicht verwenden. Wähl ein anderes Emoji.',
  'error.push_address':
    'Der Push-Dienst dieses Browsers wird nicht unterstützt. Versuch einen anderen Browser.',
  'error.origin_not_listed':
    'Diese Website darf den Campus nicht einbetten. Bitte einen Admin, sie zu erlauben.',
  'error.embed_code_invalid':
    'Dieser Anmeldecode wurde schon benutzt oder ist abgelaufen. Lade die Seite neu.',
  'error.embed_admin_refused':
    'Admins und Beratende können nicht von einer anderen Website angemeldet werden. Melde dich am Campus selbst an.',
  'error.role_name_taken': 'Eine andere Rolle heißt schon so. Wähle einen anderen Namen.',
  'error.too_many_roles': 'Mehr Rollen sind nicht möglich. Lösche eine, die du nicht brauchst.',
  'error.too_many_announcements':
    'Mehr als 50 Ankündigungen sind nicht möglich. Lösche eine, die beendet ist.',
  'error.announcement_changed':
    'Jemand anderes hat diese Ankündigung inzwischen geändert. Kopiere deinen Text, schließe dieses Fenster und bearbeite sie noch einmal.',
  'error.announcement_ended': 'Diese Ankündigung ist beendet. Erstelle stattdessen eine neue.',
  'error.announcement_times': 'Wähle ein Ende nach dem Beginn, höchstens ein Jahr später.',
} as const;
