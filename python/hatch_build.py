"""Puts the library into the wheel: the file that TONEMAP_LIBRARY names. Its version is the wheel's."""
import ctypes
import os
import platform

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # where only the version is asked for
    BuildHookInterface = object


def library():
    path = os.environ.get("TONEMAP_LIBRARY", "")
    if not os.path.exists(path):
        raise FileNotFoundError(f"TONEMAP_LIBRARY names {path or 'nothing'}, but the path of a libtonemap.so was expected: run python/build")
    return os.path.realpath(path)


def version():
    function = ctypes.CDLL(library()).tonemap_version
    function.restype = ctypes.c_char_p
    return function().decode()


def licenses(project):
    """Of the project, and of what is linked into the library. The names are those in the archives of scripts/package."""
    found = {"LICENSE": os.path.join(project, "LICENSE"), "copyright": os.path.join(project, "packaging/debian/copyright")}
    for package in ("libpng-dev", "zlib1g-dev", "libexpat1-dev"):
        path = f"/usr/share/doc/{package}/copyright"
        if not os.path.exists(path):
            raise FileNotFoundError(f"{path} does not exist, but the wheel needs the license of what is linked into it: build on Debian, with {package}")
        found[f"copyright.{package}"] = path
    return found


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["force_include"][library()] = "tonemap/libtonemap.so.0"
        for name, path in licenses(os.path.join(self.root, "..")).items():
            build_data["force_include"][path] = f"tonemap/licenses/{name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-linux_{platform.machine()}"
