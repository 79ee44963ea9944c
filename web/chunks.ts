/**
 * Groups of modules that the build puts in one file: few requests, and no heavy code for people who do not use it. Each group includes the imports of its
 * modules that no earlier group has taken. Pages stay files of their own.
 */
export const chunks = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  // Sign-in and the pages around it, which many see first. The message to everybody may be shown there too.
  {
    name: 'base',
    test: /web[\\/]src[\\/](?:main|layout[\\/]BareLayout|features[\\/](?:auth[\\/]LoginPage|announcements[\\/]AnnouncementBanner)|ui[\\/](?:fields[\\/]password-words|overlays[\\/]focus-within))\.tsx?$/,
  },
  // Shared by the pages without a shell (help, privacy, site map) and the others.
  {
    name: 'parts',
    minShareCount: 2,
    test: /web[\\/]src[\\/](?:layout[\\/]sidebar[\\/]navigation|ui[\\/](?:content[\\/]Accordion|lists[\\/]Table|words[\\/]formats|VisuallyHidden\.module))\.|node_modules[\\/]lucide-react[\\/]/,
  },
  // Menus, loaded when one is opened, and what fields with a list share with them. Listed one by one: a dialog imports menus that it never renders.
  {
    name: 'menus',
    includeDependenciesRecursively: false,
    test: /web[\\/]src[\\/]ui[\\/]overlays[\\/](?:(?:OpenMenu|OpenPopover)\.tsx|Options\.module\.css)|react-aria-components[\\/]dist[\\/]private[\\/](?:Menu|Popover|Collection|OverlayArrow|Header|Keyboard|Separator)\.mjs$|react-(?:aria|stately)[\\/]dist[\\/]private[\\/](?:collections[\\/](?!Hidden)|(?:selection|menu|list|tree)[\\/])|react-aria[\\/]dist[\\/]private[\\/]intl[\\/]menu[\\/]|react-aria[\\/]dist[\\/]private[\\/]overlays[\\/](?:calculatePosition|useOverlayPosition|useOverlayTrigger|usePopover|useCloseOnScroll)|react-aria[\\/]dist[\\/]private[\\/](?:utils[\\/](?:scrollIntoView|useEvent)|interactions[\\/](?:useLongPress|useContextMenu))/,
  },
  // Shared by menus, lists of choices and dialogs: presses, focus, positioning.
  {
    name: 'aria',
    minShareCount: 2,
    includeDependenciesRecursively: false,
    test: /web[\\/]src[\\/]ui[\\/]overlays[\\/]InFrench\.tsx$|node_modules[\\/](?:react-aria|react-stately|react-aria-components|@internationalized)[\\/]/,
  },
  // Includes the styles of small components: each would otherwise be a file of its own beside its code.
  {
    name: 'shell',
    test: /web[\\/]src[\\/]shell-routes\.tsx$|web[\\/]src[\\/](?:ui[\\/](?!markdown|content[\\/]Markdown)|chat[\\/](?:files[\\/]|begin[\\/]|composer[\\/]Composer|conversation[\\/]TitleField|news[\\/])|layout[\\/](?:sidebar[\\/]SectionNav|drafts[\\/])|features[\\/](?:conversations[\\/]recents[\\/]SidebarRecents|documents[\\/]viewer[\\/]ReadingRoute|chat[\\/])).*\.module\.css$|react-aria-components[\\/]dist[\\/]private[\\/]intlStrings\.mjs$/,
  },
  // Client and queries of a signed-in person's pages, contract included. The catalogue of refusals is left out: two administrator pages use it.
  {
    name: 'answers',
    test: /web[\\/]src[\\/](?:api[\\/](?:QueryCacheProvider|ChangeListener)|chat[\\/]count-use|features[\\/](?:home[\\/]HomeDataLoader|conversations[\\/]recents[\\/]SidebarRecents))\.tsx?$|node_modules[\\/]@tanstack[\\/](?!.*(?:[qQ]ueries|infiniteQueryObserver|useInfiniteQuery))|contract[\\/]src[\\/](?!(?:model-)?errors\.|field-rules\.|features[\\/](?:audit-actions\.|governance[\\/](?:review-mention|legal-sentences|use-areas)\.|masking[\\/]kinds\.|organisation[\\/]|sign-in[\\/]identities\.))/,
  },
  // Small parts that pages share, the chat among them, without the fields and tables that few of them use.
  {
    name: 'common',
    minShareCount: 2,
    test: /web[\\/]src[\\/](?:chat[\\/](?:sources[\\/]source-opener|files[\\/](?:file-rules|files-state|first-files|AttachButton|use-file-entry)|composer[\\/](?:Composer\.module\.css|sending-key))|layout[\\/]drafts[\\/]use-unsaved|router[\\/]late-navigation|(?:ui|api)[\\/](?!markdown[\\/])(?:[a-z]+[\\/])?(?![a-z]+[\\/])(?!ArtDrawing|Markdown|TextDifference|text-diff|MoreRows|Select|use-typeahead|use-active-option|OpenList|OpenMenu|OpenModal|OpenPopover|Options|InFrench|SearchField|Table|Pagination|instance-words|masking-words|model-words|voice-words|FileDrop|Tabs|Segments|IconPicker|PasswordFields|password-rules|holdings-words|upload|stream|save-file|static-files|pages\.ts))|@internationalized[\\/]string|react-aria[\\/]dist[\\/]private[\\/](?:i18n[\\/]useLocalizedStringFormatter|visually-hidden[\\/])/,
  },
  // Message field of home and the chats.
  { name: 'field', test: /web[\\/]src[\\/]chat[\\/]composer[\\/](?:Composer\.tsx|use-composer-text\.ts)$/ },
  // Passkeys and codes: sign-in and the profile.
  {
    name: 'passkeys',
    includeDependenciesRecursively: false,
    test: /web[\\/]src[\\/].*[\\/](?:passkey\.ts|PasskeyButton\.tsx|CodeField\.(?:tsx|module\.css))$/,
  },
  { name: 'markdown', test: /web[\\/]src[\\/]ui[\\/]content[\\/]Markdown\.tsx$/ },
  // Modal dialogs, loaded with the person's first action. Menus and lists of choices use their focus trap.
  { name: 'modals', test: /web[\\/]src[\\/]ui[\\/]overlays[\\/]OpenModal\.tsx$/ },
  // Shared by lists and forms, with small parts that would cost most pages a request more.
  {
    name: 'forms',
    test: /web[\\/]src[\\/]ui[\\/](?:lists[\\/](?:MoreRows|Pagination)|fields[\\/](?:Select|SearchField))\.tsx$|web[\\/]src[\\/](?:api[\\/]pages|router[\\/](?:search-param|use-search-param-state)|layout[\\/]dialogs-on-demand)\.ts$|[\\/](?:save-file|holdings-words|title-rule)\.ts$|contract[\\/]src[\\/]features[\\/]organisation[\\/](?!shares)/,
  },
  // Submission, draft and conflicts of a form, which the chats do not have.
  {
    name: 'drafts',
    test: /web[\\/]src[\\/]layout[\\/]drafts[\\/](?:use-form(?:-draft)?|form-draft|FormDraftNotice|FormDialog)\.tsx?$|contract[\\/]src[\\/]field-rules\./,
  },
  // Lists of choices, loaded when one is opened.
  { name: 'lists', test: /web[\\/]src[\\/]ui[\\/]fields[\\/]OpenList\.tsx$/ },
  { name: 'sections', test: /web[\\/]src[\\/]layout[\\/]sidebar[\\/]SectionNav\.tsx$/ },
  { name: 'choices', test: /web[\\/]src[\\/]ui[\\/]fields[\\/](?:Segments|IconPicker)\.tsx$/ },
  {
    name: 'chat',
    test: /web[\\/]src[\\/](?:chat[\\/](?:ChatScreen|ChatNotices|machine[\\/](?:effects|port|cache-promise)|header[\\/]ChatHeader|context[\\/]library-state))\.tsx?$/,
  },
  // Files attached to a conversation or to a project, and their upload.
  {
    name: 'files',
    includeDependenciesRecursively: false,
    test: /web[\\/]src[\\/](?:(?:chat[\\/]files[\\/](?:use-file-panel|use-files|use-upload-queue|FileChips)|api[\\/]transport[\\/]upload))\./,
  },
  // Sharing a conversation and viewing shared ones: people who do one do the other, and the shell loads one file.
  {
    name: 'shares',
    includeDependenciesRecursively: false,
    test: /(?:web[\\/]src[\\/]features[\\/]shares|contract[\\/]src[\\/]features[\\/]organisation[\\/]shares)[\\/.]/,
  },
  // Both pages of projects in one file: a person who opens the list opens a project next.
  { name: 'projects', includeDependenciesRecursively: false, test: /web[\\/]src[\\/]features[\\/]projects[\\/](?!GiveProject)/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }))
