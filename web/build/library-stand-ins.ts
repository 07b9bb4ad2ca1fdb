import type { Plugin } from "vite";

/**
 * Library modules that the application loads but never runs, and the small modules that replace them.
 * The bundler cannot drop them itself, because code that always runs refers to them.
 * Exports without a stand-in stay what they are. If an update renames one, e2e/page-weight.long.spec.ts reports the growth.
 */
const STAND_INS: [module: RegExp, code: string][] = [
  [
    // React Router's framework mode: prefetched links, and data that a server has rendered.
    /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/components\.js$/,
    `import { createContext } from "react";
     export const FrameworkContext = createContext();
     export const usePrefetchBehavior = () => [false, null, {}];
     export const PrefetchPageLinks = () => null;
     export const mergeRefs = (ref) => ref;`,
  ],
  [
    // React Router's instrumentation, which only the option \`instrumentations\` switches on.
    /\/react-router\/dist\/\w+\/lib\/router\/instrumentation\.js$/,
    `export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
     export const getRouteInstrumentationUpdates = () => ({});
     export const instrumentClientSideRouter = (router) => router;`,
  ],
  // TanStack Query's infinite queries.
  [/\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/, "export const infiniteQueryBehavior = () => undefined;"],
  [
    // Lucide's icon component handles options that no icon here uses. The markup stays the library's.
    /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/,
    `import { createElement } from "react";
     const isNamed = (props) => Object.keys(props).some((name) => /^(aria-|role$|title$)/.test(name));
     export default ({ name, aliases = [], node }) => ({ className = "", ...props }) =>
       createElement(
         "svg",
         {
           xmlns: "http://www.w3.org/2000/svg",
           width: 24,
           height: 24,
           viewBox: "0 0 24 24",
           fill: "none",
           stroke: "currentColor",
           strokeWidth: 2,
           strokeLinecap: "round",
           strokeLinejoin: "round",
           className: ["lucide", ...[name, ...aliases].map((each) => "lucide-" + each), className].join(" ").trim(),
           "aria-hidden": isNamed(props) ? undefined : true,
           ...props,
         },
         ...node.map(([tag, attributes]) => createElement(tag, attributes)),
       );`,
  ],
];

const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;
/** Random keys of an icon's parts, which the component above does not need, and the size of every icon. */
const NEEDLESS = /,\s*key: "\w+"|\bsize: 24,/g;

const HLS = /\/hls\.js\/dist\/hls\.mjs$/;
/** Parts of hls.js for captions, advertisements, DRM and statistics, in its default settings. It works without any of them. */
const UNUSED_PARTS =
  /^ +(?:subtitleStream|subtitleTrack|timeline|eme|cmcd|contentSteering|interstitials)Controller: \w+ ?,?\n|^EMEController\.\w+ = void 0;\n/gm;

const REACT = /\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/;
/** Nothing here calls these exports of React. Its files are CommonJS, which the bundler keeps whole. */
const UNUSED = [
  ...["Activity", "Children", "Profiler", "PureComponent", "ViewTransition", "addTransitionType", "cacheSignal"],
  ...["__COMPILER_RUNTIME", "unstable_useCacheRefresh", "unstable_batchedUpdates", "useFormState", "useFormStatus"],
  ...["browser", "preconnect", "prefetchDNS", "preinit", "preinitModule", "preload", "preloadModule"],
  ...["requestFormReset", "unstable_forceFrameRate", "unstable_next", "unstable_runWithPriority"],
  ...["unstable_wrapCallback"],
].join("|");
/** A statement of one line, or one that ends with a brace at a line's start. */
const UNUSED_EXPORT = new RegExp(`^exports\\.(${UNUSED}) = (?:[^\\n]*;|[^]*?^\\};)\\n`, "gm");
const USE_OF_UNUSED = new RegExp(`\\b(?:import_react\\w*|React\\w*(?:\\$\\d+)?)\\.(${UNUSED})\\b`);

const ROUTER = /\/react-router\/dist\/production\/lib\/[\w/]+\.js$/;
/**
 * Nothing here uses these parts of the router, but the bundler keeps them. The text in their place lets them go: components whose
 * definition is a call or has a name for tools, and what stands behind a condition that is never true here.
 */
const UNUSED_OF_ROUTER: [part: RegExp, text: string][] = [
  [/^\w+\.displayName = "\w+";\n/gm, ""],
  [/(?<=^const \w+ = )(?=React\$1\.forwardRef\()/gm, "/* @__PURE__ */ "],
  // Forms and fetchers, which call actions.
  [/(?<!function )\bis(MutationMethod|SubmissionNavigation)\([\w.?]+\)/g, "false"],
  [/(?<=^\t\tnavigate,\n)\t\tfetch,\n/m, ""],
  [/(?<=^\t+)(?=(fetchLoadMatches|revalidatingFetchers)\.forEach\()/gm, "false && "],
  [/\binit\.(instrumentations|patchRoutesOnNavigation)\b/g, "undefined"],
  [/(?<=\bif \()isFogOfWar(?=\))/g, "false"],
  [/(?<=\bif \()!args\.matches\.some\(\(m\) => m\.route\.middleware\)/, "true"],
  [/!viewTransitionOpts(?= \|\| !isViewTransitionAvailable)/, "true"],
  // Pages that a server renders.
  [/ \|\| parseHydrationData\(\)/g, ""],
  [/\bthis\.context\b/g, "undefined"],
];
const USE_OF_ROUTER =
  /\b(Form|useFetchers?|useFormAction|useSubmit)\b[^}]*\} from "react-router"|\b(hydrationData|instrumentations|middleware|patchRoutesOnNavigation|viewTransition)\b/;

export function libraryStandIns(): Plugin {
  /** The parts of the router that this build has met. */
  const met = new Set<RegExp>();
  return {
    name: "manabiya:library-stand-ins",
    enforce: "pre",
    apply: "build",
    load(id) {
      const standIn = STAND_INS.find(([module]) => module.test(id))?.[1];
      // An export of the stand-in takes precedence over the original's of the same name.
      return standIn && `export * from ${JSON.stringify(`${id}?original`)};\n${standIn}`;
    },
    transform(code, id) {
      if (REACT.test(id)) return { code: code.replaceAll(UNUSED_EXPORT, ""), map: null };
      if (ROUTER.test(id)) {
        for (const [part] of UNUSED_OF_ROUTER) if (code.search(part) >= 0) met.add(part);
        return {
          code: UNUSED_OF_ROUTER.reduce((text, [part, instead]) => text.replace(part, instead), code),
          map: null,
        };
      }
      const [use] = (/\/web\/src\//.test(id) && USE_OF_ROUTER.exec(code)) || [];
      if (use !== undefined)
        this.error(`${id} uses ${use}: take it out of the list UNUSED_OF_ROUTER of library-stand-ins.ts`);
      if (HLS.test(id)) return { code: code.replaceAll(UNUSED_PARTS, ""), map: null };
      return ICON.test(id) ? { code: code.replaceAll(NEEDLESS, ""), map: null } : undefined;
    },
    generateBundle(_options, bundle) {
      const changed = UNUSED_OF_ROUTER.find(([part]) => met.size > 0 && !met.has(part));
      if (changed) this.error(`The router no longer has ${changed[0].source}: adapt or remove it`);
      for (const chunk of Object.values(bundle)) {
        for (const [id, { code }] of Object.entries(chunk.type === "chunk" ? chunk.modules : {})) {
          const [use] = USE_OF_UNUSED.exec(code ?? "") ?? [];
          if (use !== undefined)
            this.error(`${id} uses ${use}: take it out of the list UNUSED of library-stand-ins.ts`);
        }
      }
    },
  };
}
