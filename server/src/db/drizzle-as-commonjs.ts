import { registerHooks } from "node:module";

// Drizzle's ES modules export each other's names by the hundred, which costs every start a second and 180 MB; its
// CommonJS build costs a tenth of both. Modules that are loaded after this one has run get that build: by import(), since
// what stands beside it as an import was found before.
registerHooks({
  resolve: (specifier, context, next) => {
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context);
    const conditions = context.conditions.map((name) => (name === "import" ? "require" : name));
    return next(specifier, { ...context, conditions });
  },
});
