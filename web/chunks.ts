/**
 * The files that the built application is cut into: few requests, and nothing heavy for who does not need it. Each group
 * takes what it names with all that it imports and that no group above has taken. Pages stay files of their own.
 */
export const chunks = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  // Sign-in and the pages around it: the first thing that many see. The message to everybody may stand there too.
  {
    name: 'base',
    test: /web[\\/]src[\\/](?:main|layout[\\/]BareLayout|features[\\/](?:auth[\\/]LoginPage|announcements[\\/]AnnouncementBanner)|ui[\\/](?:fields[\\/]password-words|overlays[\\/]focus-within))\.tsx?$/,
  },
  // What the pages without a shell (help, privacy, site map) share with the others.
  {
    name: 'parts',
    minShareCount: 2,
    test: /web[\\/]src[\\/](?:layout[\\/]sidebar[\\/]navigation|ui[\\/](?:content[\\/]Accordion|lists[\\/]Table|words[\\/](?:durations|formats)|VisuallyHidden\.module))\.|node_modules[\\/]lucide-react[\\/]/,
  },
  // Menus, once one is opened, and what fields with a list share with them. Named one by one: a dialog names menus that it never draws.
  {
    name: 'menus',
    includeDependenciesRecursively: false,
    test: /web[\\/]src[\\/]ui[\\/]overlays[\\/](?:(?:OpenMenu|OpenPopover)\.tsx|Options\.module\.css)|react-aria-components[\\/]dist[\\/]private[\\/](?:Menu|Popover|Collection|OverlayArrow|Header|Keyboard|Separator)\.mjs$|react-(?:aria|stately)[\\/]dist[\\/]private[\\/](?:collections[\\/](?!Hidden)|(?:selection|menu|list|tree)[\\/])|react-aria[\\/]dist[\\/]private[\\/]intl[\\/]menu[\\/]|react-aria[\\/]dist[\\/]private[\\/]overlays[\\/](?:calculatePosition|useOverlayPosition|useOverlayTrigger|usePopover|useCloseOnScroll)|react-aria[\\/]dist[\\/]private[\\/](?:utils[\\/](?:scrollIntoView|useEvent)|interactions[\\/](?:useLongPress|useContextMenu))/,
  },
  // What menus, lists of choices and dialogs share: presses, focus, where a thing opens.
  {
    name: 'aria',
    minShareCount: 2,
    includeDependenciesRecursively: false,
    test: /web[\\/]src[\\/]ui[\\/]overlays[\\/]InFrench\.tsx$|node_modules[\\/](?:react-aria|react-stately|react-aria-components|@internationalized)[\\/]/,
  },
  // With the styles of the small parts: each would be a file of its own beside its code.
  {
    name: 'shell',
    test: /web[\\/]src[\\/]shell-routes\.tsx$|web[\\/]src[\\/](?:ui[\\/](?!markdown|content[\\/]Markdown)|chat[\\/](?:files[\\/]|begin[\\/]|composer[\\/]Composer|conversation[\\/]TitleField|news[\\/])|layout[\\/](?:sidebar[\\/]SectionNav|drafts[\\/])|features[\\/](?:conversations[\\/]at-hand[\\/]AtHand|documents[\\/]viewer[\\/]ReadingRoute|chat[\\/])).*\.module\.css$|react-aria-components[\\/]dist[\\/]private[\\/]intlStrings\.mjs$/,
  },
  // What a signed-in person's pages ask with, calls included; the catalogue of refusals is for two pages of administrators.
  {
    name: 'answers',
    test: /web[\\/]src[\\/](?:api[\\/](?:Answers|Follower)|chat[\\/](?:news[\\/]use-news-seen|count-use)|features[\\/](?:home[\\/]RecentReader|conversations[\\/]at-hand[\\/]AtHand))\.tsx?$|node_modules[\\/]@tanstack[\\/](?!.*(?:[qQ]ueries|infiniteQueryObserver|useInfiniteQuery))|contract[\\/]src[\\/](?!errors\.|features[\\/](?:audit-acts\.|organisation[\\/]|ways-in[\\/]identities\.))/,
  },
  // The small parts that pages share, the chat among them, without the fields and tables that only some have.
  {
    name: 'common',
    minShareCount: 2,
    test: /web[\\/]src[\\/](?:chat[\\/](?:sources[\\/]source-opener|files[\\/](?:file-rules|files-state|handed-files|leave-upload|sent-with|AttachButton|use-file-entry)|composer[\\/](?:Composer\.module\.css|sending-key))|layout[\\/]drafts[\\/]use-unsaved|(?:ui|api)[\\/](?!markdown[\\/])(?:[a-z]+[\\/])?(?![a-z]+[\\/])(?!ArtDrawing|Markdown|TextDifference|differences|MoreRows|Select|use-typing|use-standing|OpenList|OpenMenu|OpenModal|OpenPopover|Options|InFrench|SearchField|Table|Pagination|instance-words|FileDrop|Tabs|Segments|IconPicker|PasswordFields|password-rules|holdings-words|upload|stream|save-file|template|Switch|pages\.ts))|@internationalized[\\/]string|react-aria[\\/]dist[\\/]private[\\/](?:i18n[\\/]useLocalizedStringFormatter|visually-hidden[\\/])/,
  },
  // Where one writes: home and the chats.
  { name: 'field', test: /web[\\/]src[\\/]chat[\\/]composer[\\/](?:Composer\.tsx|use-composer-text\.ts)$/ },
  // Keys that a device keeps, and codes: sign-in and the profile.
  {
    name: 'ways-in',
    includeDependenciesRecursively: false,
    test: /web[\\/]src[\\/].*[\\/](?:passkey\.ts|PasskeyButton\.tsx|CodeField\.(?:tsx|module\.css))$/,
  },
  { name: 'markdown', test: /web[\\/]src[\\/]ui[\\/]content[\\/]Markdown\.tsx$/ },
  // What stands over a page, with the first act of the person. Menus and lists of choices have the trap of the focus from it.
  { name: 'modals', test: /web[\\/]src[\\/]ui[\\/]overlays[\\/]OpenModal\.tsx$/ },
  // What lists and forms share, and small parts of which most pages would be a request more.
  {
    name: 'forms',
    test: /web[\\/]src[\\/]ui[\\/](?:lists[\\/](?:MoreRows|Pagination)|fields[\\/](?:Select|SearchField))\.tsx$|web[\\/]src[\\/](?:api[\\/]pages|router[\\/](?:lead-on|(?:use-)?address-state)|layout[\\/](?:list-search|drafts[\\/]use-form-draft))\.ts$|web[\\/]src[\\/]layout[\\/](?:drafts[\\/](?:FormDraftNotice|FormDialog)|grants[\\/]GrantsDialog|quotas[\\/]TokenLimitDialog)\.tsx$|[\\/](?:save-file|holdings-words|title-rule)\.ts$|contract[\\/]src[\\/]features[\\/]organisation[\\/](?!shares)/,
  },
  // Lists of choices, once one is opened.
  { name: 'lists', test: /web[\\/]src[\\/]ui[\\/]fields[\\/]OpenList\.tsx$/ },
  { name: 'sections', test: /web[\\/]src[\\/]layout[\\/]sidebar[\\/](?:SectionNav\.tsx|sections\.ts)$/ },
  { name: 'choices', test: /web[\\/]src[\\/]ui[\\/]fields[\\/](?:Segments|IconPicker)\.tsx$/ },
  {
    name: 'chat',
    test: /web[\\/]src[\\/](?:router[\\/]say-place|chat[\\/](?:ChatScreen|ChatLoading|use-chat|delivery[\\/](?:browser-port|made-once)|header[\\/](?:ChatHeader|Facts)|context[\\/]load-context-list|conversation[\\/]use-shown-conversation|answer[\\/]category-names))\.tsx?$/,
  },
  // Files given to a conversation or to a project, and how they travel.
  {
    name: 'files',
    includeDependenciesRecursively: false,
    test: /web[\\/]src[\\/](?:(?:chat[\\/]files[\\/](?:use-files|use-upload-queue|FileChips)|api[\\/]transport[\\/]upload))\./,
  },
  // What shares a conversation, and shows what is shared: who does one does the other, and the shell names one file.
  {
    name: 'shares',
    includeDependenciesRecursively: false,
    test: /(?:web[\\/]src[\\/]features[\\/]shares|contract[\\/]src[\\/]features[\\/]organisation[\\/]shares)[\\/.]/,
  },
  // Both pages of projects, in one: who opens the list opens one of them.
  { name: 'projects', includeDependenciesRecursively: false, test: /web[\\/]src[\\/]features[\\/]projects[\\/](?!GiveProject)/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }))
